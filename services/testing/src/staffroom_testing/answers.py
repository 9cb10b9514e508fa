"""Validation of answers against the OpenAPI document: every answer that a test gets in this process.

The document allows additional fields (a later field breaks no caller); this check does not, so an undocumented field
fails the first test that gets it.
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

_UNDOCUMENTED_STATUSES = {206, 304}
"""Partial content and not modified: HTTP's own variants of other answers."""
_documented_answers: dict[int, DocumentedAnswers] = {}


class DocumentedAnswers:
    """The documented answers of one application, by method and path."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._schemas = _closed(document.get("components", {}).get("schemas", {}))
        self._paths = [
            (re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), operations)
            for path, operations in sorted(document.get("paths", {}).items(), key=lambda entry: _specificity(entry[0]))
        ]
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}
        self._find = lru_cache(maxsize=4096)(self._operation)

    def check(self, method: str, path: str, status: int, kind: str, body: bytes) -> None:
        """Check one answer. Raises AssertionError if it does not match the document. The answer to a HEAD has no body,
        so only its status is checked."""
        operation = self._find(method.lower(), path)
        if operation is None or status in _UNDOCUMENTED_STATUSES:
            return
        if {"schema": {}} in [one.get("content", {}).get(JSON) for one in operation["responses"].values()]:
            return  # no answer is documented
        call = f"{method} {path} answered {status} {body[:300]!r}"
        documented = operation["responses"].get(str(status))
        if method == "HEAD":
            assert not body and (status >= 400 or documented is not None), call
            return
        if status >= 400 and (documented is None or "$ref" in documented):
            self._validate({"$ref": "#/components/schemas/Refusal"}, body, call)
            return
        assert documented is not None, f"{call}; the document has {', '.join(operation['responses'])}"
        content = documented.get("content")
        if content is None:
            assert not body, f"{call}; the document has no body"
            return
        kind = kind.partition(";")[0]
        assert kind in content or JSON not in content, f"{call} as {kind}; the document has {', '.join(content)}"
        if kind == JSON and JSON in content:
            self._validate(content[JSON]["schema"], body, call)

    def is_page(self, method: str, path: str, status: int, kind: str) -> bool:
        """Return whether the document declares that this route's refusals are pages of this kind."""
        operation = self._find(method.lower(), path)
        documented = operation["responses"].get(str(status), {}) if operation is not None else {}
        return kind.partition(";")[0] in documented.get("content", {})

    def _operation(self, method: str, path: str) -> Mapping[str, Any] | None:
        for pattern, operations in self._paths:
            if method in operations and pattern.fullmatch(path):
                operation: Mapping[str, Any] = operations[method]
                return operation
        return None

    def _validate(self, schema: Mapping[str, Any], body: bytes, call: str) -> None:
        key = repr(schema)
        validator = self._validators.get(key)
        if validator is None:
            root = {"components": {"schemas": self._schemas}, **_closed(schema)}
            validator = self._validators[key] = jsonschema_rs.Draft202012Validator(root, validate_formats=True)
        for problem in validator.iter_errors(msgspec.json.decode(body)):
            where = "/".join(str(part) for part in problem.instance_path)
            raise AssertionError(f"{call}; not as documented at {where or 'the top'}: {problem.message}")


def _specificity(path: str) -> list[int]:
    return [1 if "{" in segment else 0 for segment in path.split("/")]


def _closed(schema: Any) -> Any:
    """Return the schema with `additionalProperties: false` in all of its objects."""
    if isinstance(schema, list):
        return [_closed(entry) for entry in schema]
    if not isinstance(schema, Mapping):
        return schema
    closed = {name: _closed(value) for name, value in schema.items()}
    if closed.get("type") == "object" and "properties" in closed:
        closed.setdefault("additionalProperties", False)
    return closed


def documented_answers(app: Any) -> DocumentedAnswers | None:
    """Return the documented answers of an application; None for an application without a document."""
    if not hasattr(app, "openapi"):
        return None
    if id(app) not in _documented_answers:
        _documented_answers[id(app)] = DocumentedAnswers(app.openapi())
    return _documented_answers[id(app)]


def check(app: Any, answer: httpx.Response) -> None:
    """Check one answer of `app` against its document."""
    documented = documented_answers(app)
    if documented is not None:
        request = answer.request
        kind = answer.headers.get("content-type", "")
        documented.check(request.method, request.url.path, answer.status_code, kind, answer.read())
