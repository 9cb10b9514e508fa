"""The code shared by both frameworks: authentication, limits, answers and refusals as bytes."""

from __future__ import annotations

import contextlib
import hashlib
import logging
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from kit import context
from kit.database import Database, Tx, retry_read, tables
from kit.errors import Conflict, Forbidden, Invalid, Malformed, NotFound, NotSignedIn, Refused, TooLarge
from kit.http.reading import MOST_VALUES, read_json
from kit.policy import ANONYMOUS, Actor, Rule, holders, public, tokens
from kit.settings import settings

log = logging.getLogger(__name__)

BODY_LIMIT = 1_048_576
FILES_LIMIT = 12 * BODY_LIMIT
"""Maximum bytes of a public page that is posted with files."""
DRAIN_LIMIT, DRAIN_SECONDS = 16 * BODY_LIMIT, 10
"""Bytes of a request that are read and discarded after its answer, and the time limit in seconds. Closing a connection
with unread bytes resets it, and the answer is lost. A route with a larger body limit drains that much."""
JSON = "application/json"
_encoder = msgspec.json.Encoder(decimal_format="number")


@dataclass(slots=True)
class Request:
    """A request to a declared route, independent of the framework. `headers` has names in lower case; `route` is the
    template of the route."""

    path: Mapping[str, str]
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes = b""
    route: str = ""
    actor: Actor = ANONYMOUS

    def json(self, values: int = MOST_VALUES) -> dict[str, Any]:
        """Return the body as a JSON object of at most `values` values. Raises Malformed, TooLarge."""
        body = read_json(self.body, values)
        if not isinstance(body, dict):
            raise Malformed("The request body is a JSON object")
        return body

    def record(self) -> int:
        return int(self.path["id"])


POLICY: Final = "default-src 'none'; frame-ancestors 'none'"
"""The default Content-Security-Policy of answers: a browser must not render data as a page."""


NO_STORE: Final = "no-store"
"""The default Cache-Control of answers: most contain personal data, which no cache may store."""


@dataclass(slots=True)
class Answer:
    """Status, bytes (or chunks), headers."""

    body: bytes | Iterator[bytes] = b""
    status: int = 200
    media_type: str = JSON
    headers: dict[str, str] = field(default_factory=dict)


def attachment(content: bytes, name: str, media_type: str) -> Answer:
    """Return a file for download as `name`, which must be ASCII without quotes."""
    return Answer(content, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'})


Handler = Callable[[Request], Answer]


@dataclass(frozen=True)
class Endpoint:
    """Method, path and rule of a route. `path` is relative to `/api/v1` (or starts with `/v2/`)."""

    method: str
    path: str
    may: Rule

    @property
    def full_path(self) -> str:
        return full_path(self.path)

    @property
    def template(self) -> str:
        """The route's name in logs and of its Idempotency-Keys."""
        return f"{self.method} {self.path}"


@dataclass(frozen=True)
class Route(Endpoint):
    """A declared route. `operation` is its OpenAPI entry without the answer, which is a JSON body with `status`;
    `answers` builds its schema (`kit.http.answers`)."""

    handler: Handler
    operation: Mapping[str, Any]
    answers: Callable[[Any], Mapping[str, Any]] = lambda known: {}
    status: int = 200

    def serve(self, request: Request) -> Answer:
        """Return the answer to `request`, possibly a refusal, and set the request's actor. Every framework serves
        declared routes through this function."""
        try:
            request.actor = authenticate(request.headers.get("authorization"), self.may)
            answer: Answer = run_handler(self.method, lambda: self.handler(request))
            return answer
        except Refused as error:
            return refusal(error)
        except Exception as error:
            return failure(error)


def stated(may: Rule) -> dict[str, Any]:
    """Return a route's rule for its OpenAPI entry: its name in `x-may`, and in `x-roles` the roles that it admits,
    unless it admits everybody who is signed in."""
    roles = holders(may)
    return {"x-may": may.name} | ({} if roles is None else {"x-roles": roles})


def full_path(path: str) -> str:
    """`/users` → `/api/v1/users`; `/v2/error` → `/api/v2/error`."""
    if path.startswith("/api/") or path in {"/healthz", "/readyz", "/metrics"}:
        return path
    return "/api" + path if path.startswith("/v2/") else "/api/v1" + path


def check_path(path: str, raw: bytes = b"") -> None:
    """Refuse a path that parsers split differently: with a null character, or an encoded slash."""
    if "\x00" in path:
        raise Malformed("An address cannot contain a null character")
    if b"%2f" in raw.lower() or b"%5c" in raw.lower():
        raise NotFound("There is no such call")


def data(value: Any, status: int = 200) -> Answer:
    """`{"data": value}`."""
    return Answer(encode({"data": value}), status)


def encode(value: Any) -> bytes:
    return _encoder.encode(value)


def run_handler(method: str, work: Callable[[], Any]) -> Any:
    """Return the answer of `work`, with the first chunk of a stream already read: a fault before that becomes an error
    answer instead of a truncated 200. A GET or HEAD is retried once when its database connection was broken."""

    def run() -> Any:
        answer = work()
        if isinstance(answer, Answer) and not isinstance(answer.body, bytes):
            answer.body = _with_first_chunk(answer.body)
        return answer

    return retry_read(run) if method in {"GET", "HEAD"} else run()


def _with_first_chunk(body: Iterator[bytes]) -> Iterator[bytes]:
    first = next(body, None)

    def chunks() -> Iterator[bytes]:
        with contextlib.closing(body) if isinstance(body, Generator) else contextlib.nullcontext():
            if first is not None:
                yield first
                yield from body

    return chunks()


def refusal(error: Refused) -> Answer:
    return Answer(encode(error.body(context.request_id.get())), error.status, headers=dict(error.headers))


def failure(error: BaseException) -> Answer:
    """Return the answer for an unexpected error: logged with its traceback, answered without details."""
    log.error("unhandled", exc_info=error)
    body = {
        "error": "Something went wrong on our side",
        "code": "internal",
        "requestId": context.request_id.get(),
    }
    return Answer(encode(body), 500)


def unmatched(status: int, text: str, headers: Mapping[str, str]) -> Answer:
    """Return the answer for a request that the framework itself refuses, with `text` if we have no own."""
    text = {404: "There is no such call", 405: "This call does not take this method"}.get(status, text)
    code = {404: "not_found", 405: "method_not_allowed"}.get(status, "malformed")
    body = {"error": text, "code": code, "requestId": context.request_id.get()}
    return Answer(encode(body), status, headers=dict(headers))


def authenticate(authorization: str | None, may: Rule) -> Actor:
    """Return the caller, checked against the route's rule. Raises NotSignedIn, Forbidden."""
    actor, token = ANONYMOUS, ""
    if authorization:
        try:
            token = _bearer(authorization)
            actor = tokens.verify(token)
        except NotSignedIn:
            if may is not public:
                raise
    if not may(actor):
        if not actor.signed_in:
            raise NotSignedIn("Please sign in")
        raise Forbidden()
    context.actor.set(actor)
    context.bearer.set(token if actor.signed_in else "")
    return actor


def _bearer(header: str) -> str:
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise NotSignedIn("Please sign in")
    return token.strip()


def check_length(length: str | None, limit: int = BODY_LIMIT) -> None:
    if length is not None and length.isdigit() and int(length) > limit:
        raise too_large(limit)


def too_large(limit: int) -> TooLarge:
    return TooLarge(f"This is more than {limit // 1_048_576} MB")


def idempotent(tx: Tx, key: str, route: str, body: bytes, work: Callable[[], Answer]) -> Answer:
    """Run `work` once for this caller and key. A repeat gets the first answer; with another body it gets a 409. Without
    a key (an empty string), just run it.

    The answer is stored in the transaction of the work, so neither exists without the other. A second request waits
    while the first is running.
    """
    if not key:
        return work()
    if len(key) > 200:
        raise Malformed("Idempotency-Key has at most 200 characters")
    table = tables.idempotency
    digest = hashlib.sha256(body).digest()
    owner = {"user_id": tx.actor.user_id, "key": key}
    claim = (
        sa.dialects.postgresql.insert(table)
        .values(**owner, route=route, body_hash=digest)
        .on_conflict_do_nothing()
        .returning(table.c.key)
    )
    same_key = sa.and_(table.c.user_id == tx.actor.user_id, table.c.key == key)
    if tx.scalar(claim) is None:
        stored = tx.one(sa.select(table).where(same_key))
        if stored is None or stored["route"] != route or bytes(stored["body_hash"]) != digest:
            raise Conflict("This Idempotency-Key was used for another request", code="idempotency_key_reused")
        return Answer(bytes(stored["answer"] or b""), stored["status"] or 200, headers={"Idempotency-Replayed": "true"})
    answer = work()
    assert isinstance(answer.body, bytes)
    tx.execute(sa.update(table).where(same_key).values(status=answer.status, answer=answer.body))
    return answer


def once(db: Database, request: Request, work: Callable[[Tx], Answer]) -> Answer:
    """Run a write of a declared route in one transaction; with an Idempotency-Key at most once."""
    key = request.headers.get("idempotency-key", "")
    with db.transaction(request.actor) as tx:
        return idempotent(tx, key, request.route, request.body, lambda: work(tx))


def ready(checks: Mapping[str, Callable[[], None]]) -> Answer:
    """`/readyz`: the version, and 200 when every check passes, else 503 that names the failed ones."""
    failed = {}
    for name, check in checks.items():
        try:
            check()
        except Exception as error:
            failed[name] = type(error).__name__
    if failed:
        return Answer(
            encode({"ready": False, "version": settings().release, "failed": failed}), 503, headers={"Retry-After": "5"}
        )
    return Answer(encode({"ready": True, "version": settings().release}))


def form_errors(fields: Mapping[str, str]) -> Refused:
    """Return the refusal of several fields of a form (`platform.md 5`)."""
    return Invalid("Please check for errors in the form", title="Form errors", fields=fields)
