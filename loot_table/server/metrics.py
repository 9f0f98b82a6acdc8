"""What Prometheus may scrape. No names, no tables, no secrets."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

CHANGES = Counter("loot_changes_total", "Changes of tables that everybody at them could see.")
COMMIT_SECONDS = Histogram(
    "loot_commit_seconds",
    "Until a change is on disk.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1),
)
LIVE_TABLES = Gauge("loot_live_tables", "Tables in memory.")
SOCKETS = Gauge("loot_sockets", "Open sockets.")
REQUESTS = Counter("loot_requests_total", "HTTP requests by status.", ["status"])
BOT_STOPS = Counter("loot_bot_stops_total", "Bots that were stopped because they did not answer in time.", ["bot"])
NOTICES = Counter("loot_notices_total", "Notices by the way they go and what became of them.", ["way", "outcome"])
NOTICES_WAITING = Gauge("loot_notices_waiting", "Notices that are to be told.")
REPLICA_AGE = Gauge("loot_replica_age_seconds", "How old the replica is, if there is one.")
