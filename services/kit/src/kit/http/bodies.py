"""Bodies of hand-written routes: the base of their models, and what a caller reads when one does not fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict

from kit.errors import Malformed, NotFound, Refused
from kit.http import core


class Body(BaseModel):
    """Base of request bodies: camelCase is declared by alias-free field names, unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


_TEXTS = {"missing": "Field is required", "extra_forbidden": "Unknown field"}


def refused(problems: Iterable[Mapping[str, Any]]) -> Refused:
    """A body that is no JSON is 400, a path that is no id 404, any other problem 422 with each field named.

    `problems` are pydantic's, their `loc` beginning with `path`, `query` or `body`.
    """
    found = list(problems)
    if any(problem["type"] == "json_invalid" for problem in found):
        return Malformed("The request body is not JSON")
    if any(problem["loc"][:1] == ("path",) for problem in found):
        return NotFound()
    fields = {}
    for problem in found:
        name = ".".join(str(part) for part in problem["loc"][1:]) or "body"
        fields[name] = _TEXTS.get(problem["type"], problem["msg"])
    return core.form_errors(fields)
