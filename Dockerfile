# syntax=docker/dockerfile:1
# A server of Loot Table: small, without privileges, with a root that may be read-only; all that it keeps is in /data.
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY requirements/server.txt requirements/
RUN python -m venv /opt/loot && /opt/loot/bin/pip install --no-cache-dir --requirement requirements/server.txt
COPY . .
RUN /opt/loot/bin/pip install --no-cache-dir --no-deps .

FROM python:3.13-slim
LABEL org.opencontainers.image.title="Loot Table" org.opencontainers.image.licenses="MIT"
COPY --from=build /opt/loot /opt/loot
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin loot && install --directory --owner=loot /data
ENV PATH=/opt/loot/bin:/usr/local/bin:/usr/bin:/bin LOOT_DATABASE=/data/loot.db PYTHONUNBUFFERED=1
USER 10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
ENTRYPOINT ["loot", "serve", "--host", "0.0.0.0"]
