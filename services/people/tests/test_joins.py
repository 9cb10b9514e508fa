"""Columns of the records that lists refer to, of every list of people."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kit.http.operations import fixed_path
from kit.lists.formulas.computed import MOST
from kit.lists.others import joins
from kit.service import Service
from people.wiring import service as people
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

ROOT = actor("staff", "sysAdmin", user_id=1, persons={"staff": 1})
LISTS = {spec.name: spec for spec in people.lists}


@pytest.mark.parametrize("name", [name for name, spec in LISTS.items() if joins.columns(spec.seen_by(ROOT), ROOT)])
def test_every_column_that_a_reference_leads_to_can_be_read_and_sorted(client: ClientFor, name: str) -> None:
    spec = LISTS[name].seen_by(ROOT)
    titles = [column.label() for column in joins.columns(spec, ROOT).values()]
    for begin in range(0, len(titles), MOST):
        asked: list[Any] = [
            {"name": f"formula{place}", "title": "", "formula": f"[{title}]"}
            for place, title in enumerate(titles[begin : begin + MOST], start=1)
        ]
        query = {"computed": json.dumps(asked), "page": "1", "pageSize": "10", "sort": "-formula1"}
        answer = client(ROOT).get(f"/api/v1{fixed_path(spec.path)}", params=query)
        assert answer.status_code == 200, answer.text


def test_a_student_has_the_columns_of_their_agent(service: Service) -> None:
    titles = {column.label() for column in joins.columns(LISTS["students"].seen_by(ROOT), ROOT).values()}
    assert {"Agent > Name", "Agent > Email"} <= titles
    tutor = actor("tutor", user_id=2, persons={"tutor": 2})
    assert not joins.columns(LISTS["students"].seen_by(tutor), tutor)
