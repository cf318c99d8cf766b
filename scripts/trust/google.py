"""A store that speaks what leafmill asks of Google's by its XML interface, over TLS.

It keeps objects with their generations in memory, and knows GET, HEAD, PUT, DELETE, ranges, listings and
`x-goog-if-generation-match`. Its certificate is of an authority of its own, made when it starts.
"""

from __future__ import annotations

import datetime
import hashlib
import ipaddress
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

SECRET = "a-secret-that-nobody-prints"
TIME = "Sat, 21 Nov 2026 00:00:00 GMT"


class Google:
    """The server, on a port of its own."""

    scheme = "gs"

    def __init__(self, folder: Path) -> None:
        self.objects: dict[str, tuple[int, bytes]] = {}
        self.lock = threading.Lock()
        self.authority = folder / "authority.pem"
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.store = self
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certify(folder, self.authority))
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.url = f"https://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def environment(self) -> dict[str, str]:
        """What leads a program to it."""
        return {
            "GOOGLE_BASE_URL": self.url,
            "GOOGLE_BEARER_TOKEN": SECRET,
            "SSL_CERT_FILE": str(self.authority),
        }

    def put(self, path: str, body: bytes = b"") -> None:
        """Puts an object; a bucket is there without being made."""
        if "/" in path:
            self.write(path, body, None)

    def get(self, path: str) -> bytes:
        """What an object holds."""
        return self.objects[path][1]

    def write(self, path: str, body: bytes, expected: int | None) -> int | None:
        """Writes an object over a generation of it, 0 for none; None if it has another."""
        with self.lock:
            generation = self.objects.get(path, (0, b""))[0]
            if expected is not None and expected != generation:
                return None
            self.objects[path] = (generation + 1, body)
            return generation + 1

    def stop(self) -> None:
        """Ends it."""
        self.server.shutdown()


class Handler(BaseHTTPRequestHandler):
    """Answers requests."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Says nothing."""

    @property
    def path_of_object(self) -> str:
        """Bucket and key."""
        return unquote(urlsplit(self.path).path).lstrip("/")

    def is_known(self) -> bool:
        """Whether who asks has the secret; who reads by https needs none."""
        return self.headers.get("Authorization") == f"Bearer {SECRET}"

    def answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        """Sends an answer whole."""
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_GET(self) -> None:
        """An object, a range of it, or a listing."""
        query = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        if "list-type" in query:
            self.answer(200, self.listing(query), Content_Type="application/xml")
            return
        found = self.server.store.objects.get(self.path_of_object)
        if found is None:
            self.answer(404)
            return
        generation, body = found
        about = {"ETag": f'"{generation}"', "x-goog-generation": str(generation), "Last_Modified": TIME}
        asked = self.headers.get("Range")
        if asked is None:
            self.answer(200, body, **about)
            return
        first, last = asked.removeprefix("bytes=").split("-")
        end = min(int(last) + 1, len(body)) if last else len(body)
        about["Content_Range"] = f"bytes {first}-{end - 1}/{len(body)}"
        self.answer(206, body[int(first) : end], **about)

    do_HEAD = do_GET

    def do_PUT(self) -> None:
        """Writes an object, if it has the generation that is expected."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not self.is_known():
            self.answer(401)
            return
        expected = self.headers.get("x-goog-if-generation-match")
        written = self.server.store.write(self.path_of_object, body, None if expected is None else int(expected))
        if written is None:
            self.answer(412)
        else:
            self.answer(200, ETag=f'"{written}"', x_goog_generation=str(written))

    def do_DELETE(self) -> None:
        """Takes an object away."""
        with self.server.store.lock:
            found = self.server.store.objects.pop(self.path_of_object, None)
        self.answer(204 if found else 404)

    def listing(self, query: dict[str, str]) -> bytes:
        """The objects below a prefix, those of deeper directories as the directories' names."""
        bucket = self.path_of_object.rstrip("/") + "/"
        prefix, delimiter = query.get("prefix", ""), query.get("delimiter")
        parts, folders = [], set()
        for path, (generation, body) in sorted(self.server.store.objects.items()):
            key = path.removeprefix(bucket)
            if key == path or not key.startswith(prefix):
                continue
            below = key[len(prefix) :]
            if delimiter and delimiter in below:
                folders.add(prefix + below.split(delimiter)[0] + delimiter)
                continue
            digest = hashlib.md5(body, usedforsecurity=False).hexdigest()
            parts.append(
                f"<Contents><Key>{escape(key)}</Key><Generation>{generation}</Generation><Size>{len(body)}</Size>"
                f'<LastModified>2026-11-21T00:00:00.000Z</LastModified><ETag>"{digest}"</ETag></Contents>'
            )
        parts += [f"<CommonPrefixes><Prefix>{escape(name)}</Prefix></CommonPrefixes>" for name in sorted(folders)]
        return f"<ListBucketResult>{''.join(parts)}</ListBucketResult>".encode()


def certify(folder: Path, authority: Path) -> Path:
    """Makes an authority, and a certificate of 127.0.0.1 with its key, both in one file."""
    from cryptography import x509  # moto needs it too
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    now = datetime.datetime.now(datetime.timezone.utc)

    def made(name: str, key: ec.EllipticCurvePrivateKey, issuer: str) -> x509.CertificateBuilder:
        of = {side: x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)]) for side, text in [("subject", name), ("issuer", issuer)]}
        return (
            x509.CertificateBuilder(of["issuer"], of["subject"], key.public_key(), x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=1))
        )

    signer, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    pem = serialization.Encoding.PEM
    root = made("tests", signer, "tests").add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    authority.write_bytes(root.sign(signer, hashes.SHA256()).public_bytes(pem))
    names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    use = x509.ExtendedKeyUsage([x509.ExtendedKeyUsageOID.SERVER_AUTH])
    leaf = made("127.0.0.1", key, "tests").add_extension(names, critical=False).add_extension(use, critical=False)
    both = folder / "server.pem"
    plain = serialization.NoEncryption()
    both.write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain) + leaf.sign(signer, hashes.SHA256()).public_bytes(pem)
    )
    return both
