"""Hand-written routes for both frameworks: their rule, transaction, Idempotency-Key and OpenAPI answer."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from kit.database import Database, Tx, database
from kit.http import core
from kit.http.answers import UNSTATED, Whole
from kit.policy import ANONYMOUS, Actor, Rule, without

Handler = Callable[..., Any]
Result = TypeVar("Result")


@dataclass(frozen=True, kw_only=True)
class Written(core.Endpoint):
    """A hand-written route.

    `answers` is the type of `data` in the answer; `Whole(type)` is the type of a body that has more, a text is the
    media type of bytes, None means no body. OpenAPI documents it, and its marked parts (`kit.policy.readers`) are
    removed for callers who may not read them. Answers are not checked otherwise.

    `remote`: the handler works outside of the request's transaction (it calls another service before, or reads its body
    itself), so an Idempotency-Key is ignored. `files`: a page is posted to it with files (`core.FILES_LIMIT`).
    """

    handler: Handler
    status: int = 200
    remote: bool = False
    files: bool = False
    summary: str = ""
    answers: Any = UNSTATED

    @property
    def title(self) -> str:
        """The summary, or the first line of the handler's docstring."""
        return self.summary or (self.handler.__doc__ or self.handler.__name__).strip().splitlines()[0]


Entry = TypeVar("Entry", bound=Written)


class Routes(Generic[Entry]):
    """A module's hand-written routes, for its framework. Each must have `may`; there is no default."""

    kind: type[Entry]

    def __init__(self) -> None:
        self.written: list[Entry] = []

    @property
    def rules(self) -> list[tuple[str, str, Rule]]:
        """Return method, path and rule of each route."""
        return [(entry.method, entry.path, entry.may) for entry in self.written]

    def get(self, path: str, *, may: Rule, **more: Any) -> Callable[[Handler], Handler]:
        return self._add("GET", path, may, more)

    def post(self, path: str, *, may: Rule, **more: Any) -> Callable[[Handler], Handler]:
        return self._add("POST", path, may, more)

    def put(self, path: str, *, may: Rule, **more: Any) -> Callable[[Handler], Handler]:
        return self._add("PUT", path, may, more)

    def head(self, path: str, *, may: Rule, **more: Any) -> Callable[[Handler], Handler]:
        """Register a HEAD of its own, for a path that has no GET."""
        return self._add("HEAD", path, may, more)

    def patch(self, path: str, *, may: Rule, **more: Any) -> Callable[[Handler], Handler]:
        return self._add("PATCH", path, may, more)

    def delete(self, path: str, *, may: Rule, **more: Any) -> Callable[[Handler], Handler]:
        return self._add("DELETE", path, may, more)

    def _add(self, method: str, path: str, may: Rule, more: dict[str, Any]) -> Callable[[Handler], Handler]:
        """Register a handler; `more` are the other attributes of the entry."""

        def register(handler: Handler) -> Handler:
            self.written.append(self.kind(method=method, path=path, handler=handler, may=may, **more))
            return handler

        return register


class HandwrittenCall:
    """One request of a hand-written route, with its actor and its only transaction."""

    def __init__(self, actor: Actor = ANONYMOUS) -> None:
        self.actor = actor
        self.headers: dict[str, str] = {}
        """Headers of the answer."""
        self.status: int | None = None
        self._stack = contextlib.ExitStack()
        self._tx: Tx | None = None

    @property
    def db(self) -> Database:
        return database()

    @property
    def tx(self) -> Tx:
        """The transaction of this request, opened at first use, committed when the handler returns."""
        if self._tx is None:
            self._tx = self._stack.enter_context(self.db.transaction(self.actor))
        return self._tx

    def read(self, query: Callable[..., Result], *arguments: Any) -> Result:
        """Return the result of `query(connection, actor, *arguments)`, which only reads."""
        return self.db.query(query, self.actor, *arguments)

    def header(self, name: str) -> str:
        """Return a header of the request, or an empty string."""
        raise NotImplementedError

    def whole_body(self) -> bytes:
        """Return the body of the request. Raises TooLarge."""
        raise NotImplementedError

    def answer(self, entry: Written, arguments: dict[str, Any], as_is: type) -> Any:
        """Return the handler's answer, after the commit of its transaction; with an Idempotency-Key the work is done
        once. A result of type `as_is`, the framework's own, is returned unchanged."""
        idempotent = entry.method == "POST" and not entry.remote and self.actor.signed_in
        key = self.header("idempotency-key") if idempotent else ""

        def run_handler() -> Any:
            result = entry.handler(**arguments)
            return result if isinstance(result, core.Answer | as_is) else self.data(entry, result)

        def run_in_transaction() -> Any:
            self._tx = None
            with self._stack:
                if key:
                    return core.idempotent(self.tx, key, entry.template, self.whole_body(), run_handler)
                return run_handler()

        return core.run_handler(entry.method, run_in_transaction)

    def data(self, entry: Written, result: Any) -> core.Answer:
        """Return `{"data": result}` with the status set by the handler, or by its route."""
        if isinstance(entry.answers, Whole):
            return core.data(result, self.status or entry.status)
        return core.data(without(result, entry.answers, self.actor), self.status or entry.status)
