"""Unexpected values, and the places in an OpenAPI document that take a value."""

from __future__ import annotations

import base64
import copy
import json
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

_NESTED: Any = "x"
for _ in range(60):
    _NESTED = [_NESTED]
TEXTS = [
    "",
    " ",
    "NaN",
    "true",
    "null",
    "0",
    "1",
    "-1",
    "1e400",
    "9" * 30,
    "2026-02-30",
    "..",
    ",,",
    "%",
    "'\"\\",
    "<p><b>x",
    "x" * 3_000,
    "\x00",
    "a\x00b",
    "\x1b[0m",
    "\ud800",
    "a\udc00",
    "\ufffe",
    "\uffff",
    "\u202eabc",
    "e\u0301\u0327",
    "\u200b",
    "\u2060\ufeff",
    "\U0001f600",
    "\U0010ffff",
    "\u0130\u1e9e",
]
"""Texts that look like other types, are invisible, contain noncharacters or lone surrogates, or are syntax to a
parser."""
VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1.5,
    -0.0,
    1e308,
    2**31,
    2**63,
    10**30,
    *TEXTS,
    [],
    [None],
    [True],
    [[]],
    ["\ud800"],
    [-1, "x"],
    {},
    {"id": 1},
    {"date": True},
    {"a": {"b": [{}]}},
    {"\x00": "\ud800"},
    _NESTED,
]
"""Every type of JSON, and every text."""
_IN_ADDRESS = [text for text in TEXTS if not any("\ud800" <= character <= "\udfff" for character in text)]
QUERY = [quote(text, safe="") for text in _IN_ADDRESS] + ["%ed%a0%80", "%ff", "%", "%zz", "a%2fb"]
"""Texts encoded for an address, and bytes that are not text."""
PATH = [entry for entry in QUERY if entry not in ("", "%20", "..", ",,")]
PATH += ["-1", "1.5", "abc", "%2f", "1%2f1", "%2e%2e"]


def cursor(*parts: Any) -> str:
    """Return `parts` in the form of a `next` token."""
    return base64.urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")


def encoded(body: Any) -> bytes:
    """Return `body` as JSON, including lone surrogates and null characters."""
    return json.dumps(body).encode()


Place = tuple[str | int, ...]
"""The place of a value in a body: keys of objects and indexes of lists."""


class Document:
    """An OpenAPI document, as a source of valid bodies and of the places in them."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._schemas: Mapping[str, Any] = document.get("components", {}).get("schemas", {})

    def variants(self, operation: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """Return the schemas of the JSON body of `operation`: one, or each of a `oneOf`."""
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if content is None:
            return []
        schema = self._plain(content["schema"])
        return [self._plain(part) for part in schema.get("oneOf", [schema])]

    def body(self, schema: Mapping[str, Any], whole: bool = False) -> Any:
        """Return a valid value of `schema`; for an object the required fields, or all with `whole`."""
        schema = self._plain(schema)
        if "const" in schema or "enum" in schema:
            return schema.get("const", schema.get("enum", [None])[0])
        kind = self._kind(schema)
        if kind == "object":
            names = schema.get("properties", {}) if whole else schema.get("required", ())
            return {name: self.body(schema.get("properties", {}).get(name, {}), whole) for name in names}
        if kind == "array":
            count = max(schema.get("minItems", 0), 1 if whole else 0)
            return [self.body(schema.get("items", {}), whole) for _ in range(count)]
        if kind == "string":
            if schema.get("format", "").startswith("date"):
                return "2026-01-31"
            return "x" * max(schema.get("minLength", 0), 1)
        return {"integer": max(schema.get("minimum", 1), 1), "number": 1, "boolean": False}.get(kind)

    def places(self, schema: Mapping[str, Any], depth: int = 3) -> Iterator[Place]:
        """Return every place below `schema` that takes a value."""
        schema = self._plain(schema)
        kind = self._kind(schema)
        if not depth:
            return
        if kind == "object":
            for name, part in schema.get("properties", {}).items():
                yield (name,)
                yield from ((name, *rest) for rest in self.places(part, depth - 1))
        elif kind == "array" and schema.get("items"):
            yield (0,)
            yield from ((0, *rest) for rest in self.places(schema["items"], depth - 1))

    def with_value(self, schema: Mapping[str, Any], place: Place, value: Any) -> Any:
        """Return a valid body except for `value` at `place`."""
        required, full = self.body(schema), self.body(schema, whole=True)
        name, *rest = place
        if not isinstance(required, dict) or not rest:
            return {**required, name: value} if isinstance(required, dict) else [value]
        inner = target = copy.deepcopy(full[name])
        for step in rest[:-1]:
            target = target[step]
        target[rest[-1]] = value
        return {**required, name: inner}

    def _plain(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        while True:
            if "$ref" in schema:
                schema = self._schemas[schema["$ref"].rpartition("/")[2]]
            elif "anyOf" in schema:
                parts = [part for part in schema["anyOf"] if part.get("type") != "null"]
                schema = parts[0] if parts else {}
            else:
                return schema

    def _kind(self, schema: Mapping[str, Any]) -> str:
        kind = schema.get("type", "object" if "properties" in schema else "")
        return next((one for one in kind if one != "null"), "") if isinstance(kind, list) else str(kind)
