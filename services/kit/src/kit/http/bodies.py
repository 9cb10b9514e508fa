"""Bodies of hand-written routes: the base of their models, and the error texts of invalid ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler
from pydantic_core import PydanticCustomError, core_schema

from kit.errors import Malformed, NotFound, Refused
from kit.http import core
from kit.values import characters
from kit.values.texts import NUMBERS_ONLY, REQUIRED

LARGEST = 9_007_199_254_740_991
"""The largest whole number that every JSON parser reads exactly."""
Id = Annotated[int, Field(ge=1, le=LARGEST)]
"""The id of a record, in a path or a body."""
_OUR_OWN = "staffroom"


def _with_checks(node: Any) -> Any:
    """Return the core schema `node` with our own check before each number and each non-empty string."""
    if isinstance(node, list | tuple):
        return type(node)(_with_checks(part) for part in node)
    if not isinstance(node, dict):
        return node
    if node.get("type") in ("int", "float") or any(type(value) is int for value in node.get("expected", ())):
        return core_schema.no_info_before_validator_function(_check_number, node)
    if node.get("type") == "function-before" and node["function"]["function"] in (_check_number, _require_visible):
        return node
    if node.get("type") == "str" and node.get("min_length"):
        return core_schema.no_info_before_validator_function(_require_visible, node)
    schemas = {name: _with_checks(node[name]) for name in _SCHEMAS if name in node}
    for name in _NAMED:
        if isinstance(node.get(name), dict):
            schemas[name] = {key: _with_checks(part) for key, part in node[name].items()}
    return {**node, **schemas}


_SCHEMAS = ("schema", "items_schema", "keys_schema", "values_schema", "choices", "definitions")
_NAMED = ("fields", "choices")
"""Keys of a core schema that contain schemas by name."""


def _check_number(raw: Any) -> Any:
    if isinstance(raw, bool):
        raise PydanticCustomError(_OUR_OWN, NUMBERS_ONLY)
    if isinstance(raw, int | float) and abs(raw) > LARGEST:
        raise PydanticCustomError(_OUR_OWN, _between(-LARGEST, LARGEST))
    return raw


def _require_visible(raw: Any) -> Any:
    if isinstance(raw, str) and not characters.trimmed(raw):
        raise PydanticCustomError(_OUR_OWN, REQUIRED)
    return raw


def _between(low: Any, high: Any) -> Any:
    return f"Please enter a number between {low} and {high}"


class Body(BaseModel):
    """Base of request bodies. Field names are camelCase without aliases, unknown fields are refused, a boolean is not a
    number, and a non-empty string needs a visible character."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        schema: core_schema.CoreSchema = _with_checks(handler(source))
        return schema


def refused(problems: Iterable[Mapping[str, Any]]) -> Refused:
    """Return the refusal: 400 for invalid JSON, 404 for a path without a valid id, else 422 that names each field.

    `problems` are pydantic's, their `loc` beginning with `path`, `query` or `body`.
    """
    listed = list(problems)
    for problem in listed:
        if problem["type"] == "json_invalid":
            return Malformed(problem["ctx"]["error"])
    if any(problem["loc"][:1] == ("path",) for problem in listed):
        return NotFound()
    fields: dict[str, str] = {}
    for problem in listed:
        fields.setdefault(_name(problem["loc"][1:]), text(problem))
    return core.form_errors(fields)


def _name(place: Sequence[Any]) -> str:
    """Return the field at `place`, without the union member that pydantic appends."""
    names = []
    for part in place:
        if part in _UNION_MEMBERS or (isinstance(part, str) and _UNION_MEMBER.search(part)):
            break
        names.append(str(part))
    return ".".join(names) or "body"


_UNION_MEMBERS = {"str", "int", "float", "bool", "none", "constrained-str", "constrained-int", "date", "datetime"}
_UNION_MEMBER = re.compile(r"[\[\]()]")


def text(problem: Mapping[str, Any]) -> str:
    """Return our text for a problem, instead of pydantic's."""
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
"""Our texts for pydantic's problem types (`staffroom_testing.walk_values` detects any other)."""
