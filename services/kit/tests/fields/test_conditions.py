"""Conditions and requirements: the server and the page are tested with one table of examples."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import staffroom_testing
from kit.values.conditions import Clause, Condition, Group, Requirement, Titled, every, fields_of, some

TABLE = json.loads((Path(staffroom_testing.__file__).parent / "conditions.json").read_text())


def condition_of(raw: dict[str, Any]) -> Condition:
    for mode in ("all", "any"):
        if mode in raw:
            return Group(mode, [condition_of(part) for part in raw[mode]])
    return Clause(raw["field"], raw["operator"], raw.get("value"))


def value_of(name: str) -> Any:
    value: Any = TABLE["record"]
    for part in name.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


@pytest.mark.parametrize(("raw", "expected"), TABLE["conditions"])
def test_condition_matches_the_table(raw: dict[str, Any], expected: bool) -> None:
    condition = condition_of(raw)
    assert condition.holds(value_of) is expected
    assert condition_of(condition.meta()).holds(value_of) is expected


@pytest.mark.parametrize(("value", "raw", "lacks"), TABLE["requirements"])
def test_requirement_matches_the_table(value: Any, raw: dict[str, Any], lacks: bool) -> None:
    assert Requirement(moves=["go"], title="", text="", **raw).lacks(value) is lacks


def test_condition_names_its_fields_and_takes_the_names_of_the_page() -> None:
    condition = every(Clause("a", "filled"), some(Clause("b", "is", 1), Clause("a", "oneOf", (1, 2))))
    assert fields_of(condition) == {"a", "b"}
    assert fields_of(condition.renamed({"a": "x.a"})) == {"x.a", "b"}
    assert Titled(condition, "Name").renamed({"b": "y"}).meta() == {
        "title": "Name",
        "when": {
            "all": [
                {"field": "a", "operator": "filled"},
                {
                    "any": [
                        {"field": "y", "operator": "is", "value": 1},
                        {"field": "a", "operator": "oneOf", "value": [1, 2]},
                    ]
                },
            ]
        },
    }
