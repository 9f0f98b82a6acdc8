"""A mail server and a push service for tests, on this machine alone: they keep what they are given."""

from __future__ import annotations

import base64
import datetime
import email
import email.policy
import http.server
import os
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import http_ece
import msgspec
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HOST = "127.0.0.1"
PUSH_HOST = "push.example.org"


class MailCatcher(socketserver.ThreadingTCPServer):
    """Speaks as much SMTP as a sender needs. `refuse`: what it says to a recipient instead of taking a mail."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__((HOST, 0), MailTalk)
        self.mails: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.refuse = ""
        self.caught = threading.Condition()

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def wait_for(self, count: int) -> list[EmailMessage]:
        with self.caught:
            assert self.caught.wait_for(lambda: len(self.mails) >= count, 40), "no mail came"
            return list(self.mails)


class MailTalk(socketserver.StreamRequestHandler):
    server: MailCatcher

    def handle(self) -> None:
        self.say("220 ready")
        while line := self.rfile.readline().decode().strip():
            word = line.split()[0].upper()
            if word == "DATA":
                self.say("354 go on")
                text = b""
                while (one := self.rfile.readline()) != b".\r\n":
                    text += one.removeprefix(b".")
                with self.server.caught:
                    parsed: Any = email.message_from_bytes(text, policy=email.policy.default)
                    self.server.mails.append(parsed)
                    self.server.caught.notify_all()
                self.say("250 taken")
            elif word == "QUIT":
                self.say("221 bye")
                return
            elif word == "RCPT" and self.server.refuse:
                self.say(self.server.refuse)
            else:
                self.say("250 ok")

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@contextmanager
def mail_catcher() -> Iterator[MailCatcher]:
    with served(MailCatcher()) as catcher:
        yield catcher


@contextmanager
def served(server: Any) -> Iterator[Any]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


class Browser:
    """The keys of a browser that has subscribed, and what it can read."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint, self.key, self.secret = endpoint, ec.generate_private_key(ec.SECP256R1()), os.urandom(16)

    def subscription(self) -> dict[str, str]:
        x962, whole = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        point = self.key.public_key().public_bytes(x962, whole)
        return {"endpoint": self.endpoint, "p256dh": written(point), "auth": written(self.secret)}

    def read(self, body: bytes) -> dict[str, Any]:
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        found: dict[str, Any] = msgspec.json.decode(plain)
        return found


def written(some: bytes) -> str:
    return base64.urlsafe_b64encode(some).rstrip(b"=").decode()


class PushService(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        super().__init__((HOST, 0), PushTalk)
        self.pushed: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        certificate = self_signed(folder)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        self.socket = context.wrap_socket(self.socket, server_side=True)
        self.trust = ssl.create_default_context(cafile=str(certificate))

    @property
    def name(self) -> str:
        return f"{PUSH_HOST}:{self.server_address[1]}"

    def browser(self, path: str = "/wp/1") -> Browser:
        return Browser(f"https://{self.name}{path}")


class PushTalk(http.server.BaseHTTPRequestHandler):
    server: PushService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.pushed.append((self.path, dict(self.headers), body))
        self.send_response(self.server.status)
        if 300 <= self.server.status < 400:
            self.send_header("Location", "http://127.0.0.1:1/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


def push_service(folder: Path) -> Any:
    return served(PushService(folder))


def self_signed(folder: Path) -> Path:
    """A certificate and its key in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, PUSH_HOST)])
    now = datetime.datetime.now(datetime.UTC)
    names = x509.SubjectAlternativeName([x509.DNSName(PUSH_HOST), x509.IPAddress(ip_address(HOST))])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem, traditional = serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL
    path = folder / "push.pem"
    path.write_bytes(key.private_bytes(pem, traditional, serialization.NoEncryption()) + made.public_bytes(pem))
    return path
