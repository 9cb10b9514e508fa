"""The part that both frameworks share: who is asking, what may be asked, answers and refusals as bytes."""

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
from kit.database import Database, Tx, database, repeated, tables
from kit.errors import Conflict, Forbidden, Invalid, Malformed, NotFound, NotSignedIn, Refused, TooLarge
from kit.http.reading import MOST_VALUES, read_json
from kit.policy import ANONYMOUS, Actor, Rule, public, tokens

log = logging.getLogger(__name__)

BODY_LIMIT = 1_048_576
DRAINED, DRAINED_WITHIN = 16 * BODY_LIMIT, 10
"""Bytes of a request that are read and thrown away after its answer, and seconds it may take: a connection that is
closed over unread bytes is reset, and the answer is lost on the way. A route with a larger limit drains so much."""
JSON = "application/json"
_encoder = msgspec.json.Encoder(decimal_format="number")


@dataclass(slots=True)
class Request:
    """A request as declared routes see it: no framework in it."""

    actor: Actor
    path: Mapping[str, str]
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes = b""
    route: str = ""

    def json(self, values: int = MOST_VALUES) -> dict[str, Any]:
        """The body as a JSON object of at most `values` values. Raises Malformed, TooLarge."""
        body = read_json(self.body, values)
        if not isinstance(body, dict):
            raise Malformed("The request body is a JSON object")
        return body

    def record(self) -> int:
        return int(self.path["id"])


POLICY: Final = "default-src 'none'; frame-ancestors 'none'"
"""The Content-Security-Policy of every answer that has none of its own: data are nothing a browser shows as a page."""


NO_STORE: Final = "no-store"
"""The Cache-Control of every answer that has none of its own: most are about people, and no cache may keep those."""


@dataclass(slots=True)
class Answer:
    """Status, bytes (or chunks), headers."""

    body: bytes | Iterator[bytes] = b""
    status: int = 200
    media_type: str = JSON
    headers: dict[str, str] = field(default_factory=dict)


class WrittenCall:
    """One request of a hand-written route: who asks, and the one transaction it runs in. What the frameworks share."""

    def __init__(self, actor: Actor = ANONYMOUS) -> None:
        self.actor = actor
        self.headers: dict[str, str] = {}
        self.status: int | None = None
        self._stack = contextlib.ExitStack()
        self._tx: Tx | None = None

    @property
    def db(self) -> Database:
        return database()

    @property
    def tx(self) -> Tx:
        """The transaction of this request, begun at first use, committed when the handler returns."""
        if self._tx is None:
            self._tx = self._stack.enter_context(self.db.transaction(self.actor))
        return self._tx

    def answer(self, method: str, work: Callable[[], Any]) -> Any:
        """The answer of `work`, after its transaction was committed."""

        def unit() -> Any:
            self._tx = None
            with self._stack:
                return work()

        return answered(method, unit)


Handler = Callable[[Request], Answer]


@dataclass(frozen=True)
class Route:
    """A declared route. `path` is relative to `/api/v1` (or starts with `/v2/`); `operation` is its OpenAPI entry but
    for what it answers: with `status` a JSON body whose schema `answers` makes (`kit.http.answers`)."""

    method: str
    path: str
    may: Rule
    handler: Handler
    operation: Mapping[str, Any]
    answers: Callable[[Any], Mapping[str, Any]] = lambda known: {}
    status: int = 200

    @property
    def full_path(self) -> str:
        return full_path(self.path)


def full_path(path: str) -> str:
    """`/users` → `/api/v1/users`; `/v2/error` → `/api/v2/error`."""
    if path.startswith("/api/") or path in {"/healthz", "/readyz", "/metrics"}:
        return path
    return "/api" + path if path.startswith("/v2/") else "/api/v1" + path


def check_path(path: str, raw: bytes = b"") -> None:
    """Refuse a path that one reader cuts otherwise than another: with a null character, or an encoded slash."""
    if "\x00" in path:
        raise Malformed("An address cannot contain a null character")
    if b"%2f" in raw.lower() or b"%5c" in raw.lower():
        raise NotFound("There is no such call")


def data(value: Any, status: int = 200) -> Answer:
    """`{"data": value}`."""
    return Answer(encode({"data": value}), status)


def encode(value: Any) -> bytes:
    return _encoder.encode(value)


def answered(method: str, work: Callable[[], Any]) -> Any:
    """The answer of `work`, with the first bytes of a stream in hand: a fault before them is an error answer and not
    a 200 that breaks off. A GET is worked out again when its database connection turned out to be broken."""

    def begun() -> Any:
        answer = work()
        if isinstance(answer, Answer) and not isinstance(answer.body, bytes):
            answer.body = _begun(answer.body)
        return answer

    return repeated(begun) if method == "GET" else begun()


def _begun(body: Iterator[bytes]) -> Iterator[bytes]:
    first = next(body, None)

    def whole() -> Iterator[bytes]:
        with contextlib.closing(body) if isinstance(body, Generator) else contextlib.nullcontext():
            if first is not None:
                yield first
                yield from body

    return whole()


def refusal(error: Refused) -> Answer:
    return Answer(encode(error.body(context.request_id.get())), error.status, headers=dict(error.headers))


def failure(error: BaseException) -> Answer:
    """Our own fault: logged whole, told without any detail."""
    log.error("unhandled", exc_info=error)
    body = {
        "error": "Something went wrong on our side",
        "code": "internal",
        "requestId": context.request_id.get(),
    }
    return Answer(encode(body), 500)


def authenticate(authorization: str | None, may: Rule) -> Actor:
    """The caller, checked against the route's rule. Raises NotSignedIn, Forbidden."""
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
        raise Forbidden("You are not allowed to do this")
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
    """Run `work` once for this caller and key; a repeat gets the first answer, with another body a 409.

    The answer is stored in the transaction of the work itself, so there is never one without the other; a second
    request that arrives while the first is running waits for it.
    """
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
    mine = sa.and_(table.c.user_id == tx.actor.user_id, table.c.key == key)
    if tx.scalar(claim) is None:
        stored = tx.one(sa.select(table).where(mine))
        if stored is None or stored["route"] != route or bytes(stored["body_hash"]) != digest:
            raise Conflict("This Idempotency-Key was used for another request", code="idempotency_key_reused")
        return Answer(bytes(stored["answer"] or b""), stored["status"] or 200, headers={"Idempotency-Replayed": "true"})
    answer = work()
    assert isinstance(answer.body, bytes)
    tx.execute(sa.update(table).where(mine).values(status=answer.status, answer=answer.body))
    return answer


def once(db: Database, request: Request, work: Callable[[Tx], Answer]) -> Answer:
    """A write of a declared route: one transaction, and with an Idempotency-Key at most one effect."""
    key = request.headers.get("idempotency-key", "")
    with db.transaction(request.actor) as tx:
        if not key:
            return work(tx)
        return idempotent(tx, key, request.route, request.body, lambda: work(tx))


def ready(checks: Mapping[str, Callable[[], None]]) -> Answer:
    """`/readyz`: 200 when every check passes, else 503 that names the ones that do not."""
    failed = {}
    for name, check in checks.items():
        try:
            check()
        except Exception as error:
            failed[name] = type(error).__name__
    if failed:
        return Answer(encode({"ready": False, "failed": failed}), 503, headers={"Retry-After": "5"})
    return Answer(encode({"ready": True}))


def form_errors(fields: Mapping[str, str]) -> Refused:
    """Several fields at once (`platform.md 5`)."""
    return Invalid("Please check for errors in the form", title="Form errors", fields=fields)
