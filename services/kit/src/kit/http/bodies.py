"""Bodies of hand-written routes: the base of their models, and what a caller reads when one does not fit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler
from pydantic_core import PydanticCustomError, core_schema

from kit.errors import Malformed, NotFound, Refused
from kit.http import core
from kit.values import characters
from kit.values.texts import NUMBERS_ONLY, REQUIRED

LARGEST = 9_007_199_254_740_991
"""The largest whole number that every reader of JSON keeps."""
_OUR_OWN = "staffroom"


def _checked(node: Any) -> Any:
    """The core schema `node` with a check of ours before each number, and before each text that must not be empty."""
    if isinstance(node, list | tuple):
        return type(node)(_checked(part) for part in node)
    if not isinstance(node, dict):
        return node
    if node.get("type") in ("int", "float") or any(type(value) is int for value in node.get("expected", ())):
        return core_schema.no_info_before_validator_function(_plain_number, node)
    if node.get("type") == "function-before" and node["function"]["function"] in (_plain_number, _seen_text):
        return node
    if node.get("type") == "str" and node.get("min_length"):
        return core_schema.no_info_before_validator_function(_seen_text, node)
    schemas = {name: _checked(node[name]) for name in _SCHEMAS if name in node}
    for name in _NAMED:
        if isinstance(node.get(name), dict):
            schemas[name] = {key: _checked(part) for key, part in node[name].items()}
    return {**node, **schemas}


_SCHEMAS = ("schema", "items_schema", "keys_schema", "values_schema", "choices", "definitions")
_NAMED = ("fields", "choices")
"""Parts of a core schema that hold schemas by name."""


def _plain_number(raw: Any) -> Any:
    if isinstance(raw, bool):
        raise PydanticCustomError(_OUR_OWN, NUMBERS_ONLY)
    if isinstance(raw, int | float) and abs(raw) > LARGEST:
        raise PydanticCustomError(_OUR_OWN, _between(-LARGEST, LARGEST))
    return raw


def _seen_text(raw: Any) -> Any:
    if isinstance(raw, str) and not characters.trimmed(raw):
        raise PydanticCustomError(_OUR_OWN, REQUIRED)
    return raw


def _between(low: Any, high: Any) -> Any:
    return f"Please enter a number between {low} and {high}"


class Body(BaseModel):
    """Base of request bodies: camelCase is declared by alias-free field names, unknown fields are refused, true is no
    number, and a text that must not be empty has something to see in it."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        schema: core_schema.CoreSchema = _checked(handler(source))
        return schema


def refused(problems: Iterable[Mapping[str, Any]]) -> Refused:
    """A body that is no JSON is 400, a path that is no id 404, any other problem 422 with each field named.

    `problems` are pydantic's, their `loc` beginning with `path`, `query` or `body`.
    """
    found = list(problems)
    for problem in found:
        if problem["type"] == "json_invalid":
            return Malformed(problem["ctx"]["error"])
    if any(problem["loc"][:1] == ("path",) for problem in found):
        return NotFound()
    fields: dict[str, str] = {}
    for problem in found:
        fields.setdefault(_name(problem["loc"][1:]), text(problem))
    return core.form_errors(fields)


def _name(place: Sequence[Any]) -> str:
    """The field at `place`; pydantic adds which member of a union refused the value, and that is no field."""
    parts = []
    for part in place:
        if part in _MEMBERS or (isinstance(part, str) and _MEMBER.search(part)):
            break
        parts.append(str(part))
    return ".".join(parts) or "body"


_MEMBERS = {"str", "int", "float", "bool", "none", "constrained-str", "constrained-int", "date", "datetime"}
_MEMBER = re.compile(r"[\[\]()]")


def text(problem: Mapping[str, Any]) -> str:
    """Our text instead of pydantic's own words."""
    limits = problem.get("ctx", {})
    kind = problem["type"]
    if kind == _OUR_OWN:
        return str(problem["msg"])
    if kind == "value_error":
        return str(limits["error"])
    return _TEXTS.get(kind, "This value is not possible here").format_map(limits).replace("'", "")


_TEXTS = {
    "missing": REQUIRED,
    "extra_forbidden": "Unknown field",
    **dict.fromkeys(("string_type", "string_unicode", "string_sub_type"), "Please enter a text"),
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float", "float_type", "float_parsing"), NUMBERS_ONLY),
    **dict.fromkeys(("int_parsing_size", "finite_number", "decimal_type", "decimal_parsing"), NUMBERS_ONLY),
    **dict.fromkeys(("bool_type", "bool_parsing"), "Please choose yes or no"),
    **dict.fromkeys(("list_type", "tuple_type", "set_type"), "Please enter a list"),
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), "Please enter named values"),
    **dict.fromkeys(("literal_error", "enum"), "Please choose one of: {expected}"),
    "string_too_short": "Field must have at least {min_length} characters",
    "string_too_long": "Field must have at most {max_length} characters",
    "string_pattern_mismatch": "Please enter it in the form that is asked for",
    "too_short": "Please add at least {min_length} entries",
    "too_long": "Please add at most {max_length} entries",
    "greater_than_equal": "Please enter a number of at least {ge}",
    "greater_than": "Please enter a number above {gt}",
    "less_than_equal": "Please enter a number of at most {le}",
    "less_than": "Please enter a number below {lt}",
    **dict.fromkeys(
        ("date_type", "date_parsing", "date_from_datetime_parsing", "date_from_datetime_inexact"),
        "Please enter a date like 2026-01-31",
    ),
    **dict.fromkeys(
        ("datetime_type", "datetime_parsing", "datetime_from_date_parsing"), "Please enter a date and time"
    ),
}
"""Our words for the problems pydantic names (`staffroom_testing.walk_values` looks for any other)."""
