"""Values of long chains of fields: each is computed once, however many others read it."""

from __future__ import annotations

import datetime as dt
from typing import Any

from people.entries.values import checking
from people.entries.values.evaluation import Evaluation
from people.forms import definition, rules, structure

Json = dict[str, Any]
DAY = dt.date(2026, 3, 1)


def _evaluation(pages: list[Json], answers: Json) -> Evaluation:
    checked = structure.check({"settings": {}, "pages": pages})
    return Evaluation(definition.read(checked), answers, staff=False, today=DAY)


def _page(name: str, fields: list[Json], **more: Any) -> Json:
    return {"id": name, "title": "", "fields": fields, **more}


def _filled(name: str) -> Json:
    return {"shownIf": {"field": name, "operator": "filled"}}


def _chain_of_pages(count: int) -> list[Json]:
    """Return pages that each need a field of the page before, whose own condition is on another field of the page."""
    return [
        _page(
            f"page{n}",
            [
                {"id": f"one{n}", "type": "text", "title": "A"},
                {"id": f"two{n}", "type": "text", "title": "B", "required": True, **_filled(f"one{n}")},
            ],
            **(_filled(f"two{n - 1}") if n else {}),
        )
        for n in range(count)
    ]


def test_pages_that_depend_on_each_other_are_evaluated_once() -> None:
    answers = {f"{name}{n}": "x" for n in range(60) for name in ("one", "two")}
    assert len(checking.final(_evaluation(_chain_of_pages(60), answers))) == 120
    del answers["two30"]
    evaluation = _evaluation(_chain_of_pages(60), answers)
    assert checking.problems(evaluation, {}, lambda _: True) == {"two30": "Field is required"}
    assert len(checking.final(evaluation)) == 61


def test_formulas_that_read_each_other_twice_are_evaluated_once() -> None:
    sums = [
        {"id": f"sum{n}", "type": "calculated", "title": "S", "formula": f"sum{n - 1} - sum{n - 1} + 1"}
        for n in range(1, 60)
    ]
    first = {"id": "sum0", "type": "number", "title": "First"}
    assert _evaluation([_page("page1", [first, *sums])], {"sum0": 7}).value("sum59") == 1
    doubled = [{**one, "formula": f"sum{n} + sum{n}"} for n, one in enumerate(sums[:40])]
    assert _evaluation([_page("page1", [first, *doubled])], {"sum0": 1}).value("sum40") == 2**40


def test_a_straight_chain_may_be_as_long_as_a_form() -> None:
    count = rules.MOST_FIELDS - 1
    first = {"id": "sum0", "type": "number", "title": "First"}
    sums = [
        {"id": f"sum{n}", "type": "calculated", "title": "S", "formula": f"sum{n - 1} + 1"} for n in range(count, 0, -1)
    ]
    assert _evaluation([_page("page1", [*sums, first])], {"sum0": 1}).value(f"sum{count}") == count + 1
    texts = [
        {"id": f"fld{n}", "type": "text", "title": "T", **(_filled(f"fld{n - 1}") if n else {})}
        for n in range(count, -1, -1)
    ]
    answers = {f"fld{n}": "x" for n in range(count + 1)}
    assert len(checking.final(_evaluation([_page("page1", texts)], answers))) == count + 1
    assert checking.final(_evaluation([_page("page1", texts)], answers | {"fld0": ""})) == {}


def test_each_row_has_its_own_values() -> None:
    rows = {
        "id": "rows1",
        "type": "repeat",
        "title": "Rows",
        "fields": [
            {"id": "yes1", "type": "yesno", "title": "Y"},
            {
                "id": "num1",
                "type": "number",
                "title": "N",
                "shownIf": {"field": "yes1", "operator": "is", "value": True},
            },
            {"id": "twice1", "type": "calculated", "title": "T", "formula": "num1 + num1"},
        ],
    }
    total = {"id": "total1", "type": "calculated", "title": "Total", "formula": "sum(twice1)"}
    answers = {"rows1": [{"yes1": True, "num1": 2}, {"yes1": False, "num1": 3}, {"yes1": True, "num1": 4}]}
    evaluation = _evaluation([_page("page1", [total, rows])], answers)
    assert evaluation.value("twice1") == [4, None, 8]
    assert checking.final(evaluation)["total1"] == 12
