"""Answers held against what the OpenAPI document promises: every answer that a test gets in this process.

The document leaves room for more (a later field breaks no caller); here there is none, so a field that nobody has
documented fails the test that first meets it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import httpx
import jsonschema_rs
import msgspec

from kit.http.answers import JSON

_AS_IT_STANDS = {206, 304}
"""A part of a file, and nothing new: HTTP's own, of whatever is answered otherwise."""
_promises: dict[int, Promises] = {}


class Promises:
    """The answers of one OpenAPI document, by method and path."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._schemas = _closed(document.get("components", {}).get("schemas", {}))
        self._paths = [
            (re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), operations)
            for path, operations in sorted(document.get("paths", {}).items(), key=lambda entry: _specificity(entry[0]))
        ]
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}
        self._find = lru_cache(maxsize=4096)(self._operation)

    def check(self, method: str, path: str, status: int, kind: str, body: bytes) -> None:
        """Raises AssertionError where this answer is not what the document says of the call."""
        operation = self._find(method.lower(), path)
        if operation is None or status in _AS_IT_STANDS:
            return
        if {"schema": {}} in [one.get("content", {}).get(JSON) for one in operation["responses"].values()]:
            return  # nothing is promised
        told = f"{method} {path} answered {status} {body[:300]!r}"
        promised = operation["responses"].get(str(status))
        if status >= 400 and (promised is None or "$ref" in promised):
            self._fits({"$ref": "#/components/schemas/Refusal"}, body, told)
            return
        assert promised is not None, f"{told}; the document has {', '.join(operation['responses'])}"
        content = promised.get("content")
        if content is None:
            assert not body, f"{told}; the document has no body"
            return
        kind = kind.partition(";")[0]
        assert kind in content or JSON not in content, f"{told} as {kind}; the document has {', '.join(content)}"
        if kind == JSON and JSON in content:
            self._fits(content[JSON]["schema"], body, told)

    def _operation(self, method: str, path: str) -> Mapping[str, Any] | None:
        for pattern, operations in self._paths:
            if method in operations and pattern.fullmatch(path):
                found: Mapping[str, Any] = operations[method]
                return found
        return None

    def _fits(self, schema: Mapping[str, Any], body: bytes, told: str) -> None:
        key = repr(schema)
        validator = self._validators.get(key)
        if validator is None:
            whole = {"components": {"schemas": self._schemas}, **_closed(schema)}
            validator = self._validators[key] = jsonschema_rs.Draft202012Validator(whole, validate_formats=True)
        for problem in validator.iter_errors(msgspec.json.decode(body)):
            where = "/".join(str(part) for part in problem.instance_path)
            raise AssertionError(f"{told}; not as documented at {where or 'the top'}: {problem.message}")


def _specificity(path: str) -> list[int]:
    return [1 if "{" in segment else 0 for segment in path.split("/")]


def _closed(schema: Any) -> Any:
    """The schema, its objects without room for fields it does not name."""
    if isinstance(schema, list):
        return [_closed(entry) for entry in schema]
    if not isinstance(schema, Mapping):
        return schema
    made = {name: _closed(value) for name, value in schema.items()}
    if made.get("type") == "object" and "properties" in made:
        made.setdefault("additionalProperties", False)
    return made


def promises_of(app: Any) -> Promises | None:
    """The promises of an application's document; None for an application that has none."""
    if not hasattr(app, "openapi"):
        return None
    if id(app) not in _promises:
        _promises[id(app)] = Promises(app.openapi())
    return _promises[id(app)]


def check(app: Any, answer: httpx.Response) -> None:
    """Hold one answer of `app` against its document."""
    promises = promises_of(app)
    if promises is not None:
        request = answer.request
        kind = answer.headers.get("content-type", "")
        promises.check(request.method, request.url.path, answer.status_code, kind, answer.read())
