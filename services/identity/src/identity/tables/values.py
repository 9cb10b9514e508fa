"""The type of a table's definition: the columns and rows of its list, and their appearance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from identity.personal.rules import MOST_COLUMNS, NARROWEST, WIDEST
from kit.errors import Invalid
from kit.values import FieldType

MOST_FORMULAS = 10
MOST_RULES = 5
LONGEST_FORMULA = 500
_Name = Annotated[str, Field(min_length=1, max_length=60)]
_Formula = Annotated[str, Field(min_length=1, max_length=LONGEST_FORMULA)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class TableColumn(_Part):
    """A column in its place."""

    name: _Name
    hidden: bool = False
    width: Annotated[int, Field(ge=NARROWEST, le=WIDEST)] | None = None
    pinned: bool = False


class ComputedColumn(_Part):
    """A column computed from others (`kit.lists.formulas`)."""

    name: Annotated[str, Field(pattern=r"^formula[1-9][0-9]?$")]
    title: Annotated[str, Field(min_length=1, max_length=60)]
    formula: _Formula


class ColorRule(_Part):
    """The colour of the rows for which a boolean formula holds."""

    name: Annotated[str, Field(pattern=r"^rule[1-9]$")]
    title: Annotated[str, Field(max_length=60)] = ""
    formula: _Formula
    color: Literal["red", "orange", "yellow", "green", "blue", "grey"]


class TableDefinition(_Part):
    """The displayed columns and rows of a list: `query` has the filters, the search and the sort of its call, `groups`
    the columns by which its rows are grouped, `sums` the columns with totals below, `colors` the colour rules of its
    rows."""

    columns: Annotated[list[TableColumn], Field(max_length=MOST_COLUMNS)] = []
    query: Annotated[dict[_Name, Annotated[str, Field(max_length=500)]], Field(max_length=60)] = {}
    view: Annotated[str, Field(pattern=r"^[a-z]{1,20}$")] = "table"
    groups: Annotated[list[_Name], Field(max_length=2)] = []
    sums: Annotated[list[_Name], Field(max_length=10)] = []
    computed: Annotated[list[ComputedColumn], Field(max_length=MOST_FORMULAS)] = []
    colors: Annotated[list[ColorRule], Field(max_length=MOST_RULES)] = []

    @field_validator("columns", "computed", "colors")
    @classmethod
    def _once(cls, parts: list[Any]) -> list[Any]:
        if len({part.name for part in parts}) < len(parts):
            raise ValueError("Please name each column once")
        return parts


@dataclass(frozen=True, kw_only=True)
class Definition(FieldType):
    """A TableDefinition as JSON, without values that equal the list's."""

    kind = "json"

    def empty(self) -> Any:
        return {}

    def read(self, raw: Any) -> dict[str, Any]:
        try:
            return TableDefinition.model_validate(raw).model_dump(exclude_defaults=True)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            text = first["ctx"]["error"] if first["type"] == "value_error" else f"Please check {place}"
            raise Invalid(str(text) if place else "Please send the definition of a table") from None

    def schema(self) -> dict[str, Any]:
        return {"type": ["object", "null"]}

    def answer(self) -> dict[str, Any]:
        return {"type": "object"}
