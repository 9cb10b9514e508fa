"""Every documented input of a service gets unexpected values: every type of JSON, odd Unicode, foreign cursors.

No answer is a 500, every answer matches the document, and a refusal has our own text. With `ALL=1` places of
hand-written calls get every value, otherwise a sample. Declared calls share one implementation for each type, so their
places divide the values among them, in the same order in every run. With `ALL=1` each gets a sample and the values of
`_ALWAYS`, otherwise one value.
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
from staffroom_testing.answers import documented_answers
from staffroom_testing.sizes import ALL, sized
from staffroom_testing.values import PATH, QUERY, VALUES, Document, Place, cursor, encoded
from staffroom_testing.walking import Walking, filled, rows

_EACH = sized(1, 2)
"""Number of values in the sample for one place of a declared call."""
_EACH_BY_HAND = sized(2, None)
"""The same for a hand-written call; None: all."""
_ALWAYS = [{}, [], True, 2**63]
"""Values for every place that gets more than one: two unhashable ones, one that equals 1 but is not a number, and one
that no column can store."""
_FOREIGN = re.compile(
    r"input should|valid (?:string|integer|boolean|list|dictionary)|value error|unable to |json decode|field required"
    r"|extra inputs|expected `|psycopg|pydantic|violates|traceback|invalid input syntax",
    re.IGNORECASE,
)
"""Words of frameworks and drivers that must not appear in texts for people."""
_ACCOUNT = "sysadmin"


@dataclass(frozen=True)
class _Documented:
    """An operation of the document; `known` fills its path, `each` is the number of values for a place (None: all)."""

    method: str
    path: str
    operation: Mapping[str, Any]
    known: Mapping[str, Any]
    each: int | None
    turn: int

    def share(self, values: list[Any], place: int = 0) -> list[Any]:
        """Return the values for the place with this number: all, or those of `_ALWAYS` and an evenly spaced sample."""
        if self.each is None:
            return values
        step = len(values) // self.each
        sample = [values[(self.turn + place + number * step) % len(values)] for number in range(self.each)]
        return [*(value for value in _ALWAYS if self.each > 1 and value in values), *sample]


class ValueWalk(Walking):
    """See `staffroom_testing.conformance`."""

    @classmethod
    def value_cases(cls) -> dict[str, Any]:
        """Return each operation, with the offset of the sample for its places."""
        paths = cls.application().openapi()["paths"]
        operations = [(method, path, entry) for path, known in paths.items() for method, entry in known.items()]
        return {
            f"{method.upper()} {path}": (method.upper(), path, operation, number * 7)
            for number, (method, path, operation) in enumerate(operations)
            if path.startswith("/api/v")
        }

    def test_call_handles_any_value(self, demo: Database, value_case: Any) -> None:
        method, path, operation, turn = value_case
        each = _EACH_BY_HAND if self.is_hand_written(method, path) else _EACH
        call = _Documented(method, path, operation, self._records(demo, path), each, turn)
        for fault in (*self._values_in_path(call), *self._in_query(call), *self._in_body(call)):
            assert not fault, fault

    def _records(self, demo: Database, path: str) -> dict[str, Any]:
        """Return values of the path's parameters: an existing record, and the values of the examples."""
        values: dict[str, Any] = {}
        for declared in (*self.service.fieldsets, *self.service.workflows):
            own = [declared.path] if hasattr(declared, "path") else [move.path for move in declared.moves]
            if any(one and path.startswith(core.full_path(one).partition("}")[0] + "}") for one in own):
                values["id"] = rows(demo, declared.table, 1)[0]["id"]
        for spec in self.service.lists:
            if core.full_path(spec.path) == path:
                values |= self.examples.lists.get(spec.name, {}).get("path", {})
        return values

    def _values_in_path(self, call: _Documented) -> Iterator[str]:
        body = {"content": b"{}"} if call.method in {"POST", "PUT"} else {}
        for place, name in enumerate(re.findall(r"\{([^}:?]+)", call.path)):
            for value in call.share(PATH, place):
                yield self._fault(call.method, filled(call.path, {**call.known, name: value}), **body)

    def _in_query(self, call: _Documented) -> Iterator[str]:
        names = [entry["name"] for entry in call.operation.get("parameters", ()) if entry["in"] == "query"]
        paging = {"page": "1", "pageSize": "10"} if "pageSize" in names else {}
        spec = next((one for one in self.service.lists if core.full_path(one.path) == call.path), None)
        for place, name in enumerate(names):
            values = call.share(QUERY, place * 5)
            if name == "after" and spec is not None:
                foreign = list(self._foreign_cursors(spec))
                values = [*QUERY, *foreign] if ALL else [*values, *call.share(foreign)]
            for value in values:
                parameters = {**({"pageSize": "10"} if name == "after" else paging), name: value}
                query = "&".join(f"{key}={text}" for key, text in parameters.items())
                yield self._fault(call.method, f"{filled(call.path, call.known)}?{query}")

    def _foreign_cursors(self, spec: Any) -> Iterator[str]:
        """Return cursors of another list, of another sort, without a sort, and of this list with values of other
        types."""
        sort = tuple((part.lstrip("-"), part.startswith("-")) for part in spec.default_sort.split(","))
        width = len(sort) + 1
        own = read_json(_decoded(request.token(spec, sort, (1,) * width)))[0]
        other_sort = tuple((name, not descending) for name, descending in sort)
        yield request.token(spec, other_sort, (1,) * width)
        yield cursor("another list:id", *(1,) * width)
        yield cursor(*(10,) * width)
        yield cursor()
        yield cursor(own)
        unexpected: tuple[Any, ...] = (True, None, 1.5, -1, 2**63, 10**30, "x", "\x00", "infinity", "9" * 400, [], {})
        for value in unexpected:
            yield cursor(own, *(value,) * width)

    def _in_body(self, call: _Documented) -> Iterator[str]:
        document = Document(self.application().openapi())
        variants = document.variants(call.operation)
        address = filled(call.path, call.known)
        for value in call.share(VALUES) if variants else ():
            yield self._fault(call.method, address, content=encoded(value))
        for number, schema in enumerate(variants):
            places: list[Place] = list(document.places(schema))
            if len(variants) > 1:  # the field's name selects the variant
                places = [place for place in places if place != ("field",)]
            for place_number, place in enumerate(places, start=1):
                for value in call.share(VALUES, number + place_number * _EACH):
                    body = document.with_value(schema, place, value)
                    yield self._fault(call.method, address, content=encoded(body))

    def _fault(self, method: str, path: str, **more: Any) -> str:
        """Return the fault of the answer, or an empty string."""
        headers = {"Content-Type": "application/json"} if "content" in more else {}
        answer = self.call(_ACCOUNT, method, path, headers=headers, **more)
        call = f"{method} {path[:200]} {more.get('content', b'')[:300]!r}: {answer.status_code} {answer.text[:400]}"
        if answer.status_code >= 500 and not self._needs_peer(answer):
            return call
        if answer.status_code < 400 or method == "HEAD":  # the answer to a HEAD has no body
            return ""
        kind = answer.headers["content-type"]
        documented = documented_answers(self.application())
        if documented is not None and documented.is_page(method, answer.request.url.path, answer.status_code, kind):
            return ""
        is_json = kind.startswith(core.JSON)
        if not is_json or not {"error", "code", "requestId"} <= set(answer.json()):
            return f"{call} is not in the form of a refusal"
        return f"{call} has the words of a framework" if _FOREIGN.search(answer.text) else ""

    def _needs_peer(self, answer: Any) -> bool:
        """Return whether the call needs another service, which is not running."""
        return answer.status_code == 503 and "retry-after" in answer.headers


def _decoded(token: str) -> bytes:
    return base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
