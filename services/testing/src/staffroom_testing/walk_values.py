"""Every documented place of a service, given values nobody expects: every type of JSON, odd Unicode, foreign cursors.

What comes back is never a 500 and always what the document says; a refusal is in our own words. Places of hand-written
calls take every value; those of declared ones, which share one implementation for each type, share the values out
among themselves, in an order that is the same every time.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kit.database import Database
from kit.http import core
from kit.http.reading import read_json
from kit.lists import request
from staffroom_testing.values import PATH, QUERY, VALUES, Document, Place, cursor, encoded
from staffroom_testing.walking import Walking, filled, rows

_EACH = 2
"""Values that one place of a declared call takes in turn."""
_ALWAYS = [{}, [], True, 2**63]
"""And those that it takes always: what cannot be looked up, what equals 1 and is none, what no column holds."""
_FOREIGN = re.compile(
    r"input should|valid (?:string|integer|boolean|list|dictionary)|value error|unable to |json decode|field required"
    r"|extra inputs|expected `|psycopg|pydantic|violates|traceback|invalid input syntax",
    re.IGNORECASE,
)
"""Words of frameworks and drivers, which no person reads."""
_AS = "sysadmin"


@dataclass(frozen=True)
class _Documented:
    """An operation of the document; `known` fills its path, `each` is how many values a place takes (None: all)."""

    method: str
    path: str
    operation: Mapping[str, Any]
    known: Mapping[str, Any]
    each: int | None
    turn: int

    def share(self, values: list[Any], place: int = 0) -> list[Any]:
        """The values of the place with this number: all, or those that break most and a sample that stand far apart."""
        if self.each is None:
            return values
        step = len(values) // self.each
        sample = [values[(self.turn + place + number * step) % len(values)] for number in range(self.each)]
        return [*(value for value in _ALWAYS if value in values), *sample]


class ValueWalk(Walking):
    """See `staffroom_testing.conformance`."""

    @classmethod
    def value_cases(cls) -> dict[str, Any]:
        """Each operation, and from which value on its places take their share."""
        paths = cls.application().openapi()["paths"]
        operations = [(method, path, entry) for path, known in paths.items() for method, entry in known.items()]
        return {
            f"{method.upper()} {path}": (method.upper(), path, operation, number * 7)
            for number, (method, path, operation) in enumerate(operations)
            if path.startswith("/api/v")
        }

    def test_call_bears_any_value(self, demo: Database, value_case: Any) -> None:
        method, path, operation, turn = value_case
        written = {(known, core.full_path(own)) for part in self.service.routes for known, own, _ in part.rules}
        each = None if (method, path) in written else _EACH
        call = _Documented(method, path, operation, self._records(demo, path), each, turn)
        for wrong in (*self._values_in_path(call), *self._in_query(call), *self._in_body(call)):
            assert not wrong, wrong

    def _records(self, demo: Database, path: str) -> dict[str, Any]:
        """Values of the path's parameters: a record there is, and what the examples say."""
        values: dict[str, Any] = {}
        for declared in (*self.service.fieldsets, *self.service.workflows):
            own = [declared.path] if hasattr(declared, "path") else [move.path for move in declared.moves]
            if any(one and path.startswith(core.full_path(one).partition("}")[0] + "}") for one in own):
                values["id"] = rows(demo, declared.table, 1)[0]["id"]
        for spec in self.service.lists:
            if core.full_path(spec.path) == path:
                values |= getattr(self.examples, "LISTS", {}).get(spec.name, {}).get("path", {})
        return values

    def _values_in_path(self, call: _Documented) -> Iterator[str]:
        body = {"content": b"{}"} if call.method in {"POST", "PUT"} else {}
        for place, name in enumerate(re.findall(r"\{([^}:?]+)", call.path)):
            for value in call.share(PATH, place):
                yield self._wrong(call.method, filled(call.path, {**call.known, name: value}), **body)

    def _in_query(self, call: _Documented) -> Iterator[str]:
        names = [entry["name"] for entry in call.operation.get("parameters", ()) if entry["in"] == "query"]
        paging = {"page": "1", "pageSize": "10"} if "pageSize" in names else {}
        spec = next((one for one in self.service.lists if core.full_path(one.path) == call.path), None)
        for place, name in enumerate(names):
            values = call.share(QUERY, place * 5)
            if name == "after" and spec is not None:
                values = [*QUERY, *self._foreign_cursors(spec)]
            for value in values:
                asked = {**({"pageSize": "10"} if name == "after" else paging), name: value}
                query = "&".join(f"{key}={text}" for key, text in asked.items())
                yield self._wrong(call.method, f"{filled(call.path, call.known)}?{query}")

    def _foreign_cursors(self, spec: Any) -> Iterator[str]:
        """Tokens of another list, of another sort, without an order, and of this one with values of other types."""
        sort = tuple((part.lstrip("-"), part.startswith("-")) for part in spec.default_sort.split(","))
        width = len(sort) + 1
        own = read_json(_decoded(request.token(spec, sort, (1,) * width)))[0]
        turned = tuple((name, not descending) for name, descending in sort)
        yield request.token(spec, turned, (1,) * width)
        yield cursor("another list:id", *(1,) * width)
        yield cursor(*(10,) * width)
        yield cursor()
        yield cursor(own)
        odd: tuple[Any, ...] = (True, None, 1.5, -1, 2**63, 10**30, "x", "\x00", "infinity", "9" * 400, [], {})
        for value in odd:
            yield cursor(own, *(value,) * width)

    def _in_body(self, call: _Documented) -> Iterator[str]:
        document = Document(self.application().openapi())
        variants = document.variants(call.operation)
        address = filled(call.path, call.known)
        for value in call.share(VALUES) if variants else ():
            yield self._wrong(call.method, address, content=encoded(value))
        for number, schema in enumerate(variants):
            places: list[Place] = list(document.places(schema))
            if len(variants) > 1:  # a field of a record: its name is what it is
                places = [place for place in places if place != ("field",)]
            for place_number, place in enumerate(places, start=1):
                for value in call.share(VALUES, number + place_number * _EACH):
                    body = document.with_value(schema, place, value)
                    yield self._wrong(call.method, address, content=encoded(body))

    def _wrong(self, method: str, path: str, **more: Any) -> str:
        """The fault of the answer, or nothing."""
        headers = {"Content-Type": "application/json"} if "content" in more else {}
        answer = self.call(_AS, method, path, headers=headers, **more)
        call = f"{method} {path[:200]} {more.get('content', b'')[:300]!r}: {answer.status_code} {answer.text[:400]}"
        if answer.status_code >= 500 and not self._asks_elsewhere(answer):
            return call
        if answer.status_code < 400:
            return ""
        is_json = answer.headers["content-type"].startswith(core.JSON)
        if not is_json or not {"error", "code", "requestId"} <= set(answer.json()):
            return f"{call} is not in the form of a refusal"
        return f"{call} has the words of a framework" if _FOREIGN.search(answer.text) else ""

    def _asks_elsewhere(self, answer: Any) -> bool:
        """Whether another service is wanted, which is not here."""
        return answer.status_code == 503 and "retry-after" in answer.headers


def _decoded(token: str) -> bytes:
    return base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
