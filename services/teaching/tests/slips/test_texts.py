"""The warnings for a reviewer."""

from __future__ import annotations

import datetime as dt

import pytest

from kit.database import Database
from services.teaching.tests.builders import START, make_copies, make_slip
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor
from teaching.writing.texts import Earlier, check

LONG = "We went back over the essay plan; the argument is clearer, and the evidence still needs more detail."


@pytest.mark.parametrize(
    ("text", "title", "kinds"),
    [
        ("Ada worked through the questions on forces and did them well.", "Miss", []),
        ("Ben worked through the questions on forces and did them well.", "Miss", ["name"]),
        ("The benefits of this method were clear to her in the end.", "Miss", []),
        ("He worked through the questions on forces, and did them well.", "Miss", ["pronoun"]),
        ("She did his homework with care and asked about all of it.", "Dr", ["pronoun"]),
        ("Their work on forces is getting better with each of the weeks.", "Mx", []),
        ("See above", "Miss", ["empty"]),
        ("Good lesson", "Miss", ["empty"]),
        ("It was a good lesson: Ada asked for the proof, and we found the second half of it.", "Miss", []),
        ("Trabalhou com muita calma durante toda a hora marcada hoje", "Miss", ["language"]),
        (LONG, "Miss", ["copied"]),
        (f"{LONG} Next week: revision.", "Miss", ["copied"]),
        ("", "Miss", []),
    ],
)
def test_warnings(text: str, title: str, kinds: list[str]) -> None:
    earlier = [Earlier(1, "this student", "Something else was written about the week before."), Earlier(2, "Cy", LONG)]
    warnings = check({"comment": text}, "Ada Lovelace", title, ["Ben", "Ada", "Lovelace"], earlier)
    assert [one.kind for one in warnings] == kinds
    if kinds == ["copied"]:
        assert (warnings[0].copy_of, warnings[0].text, warnings[0].match) == (
            2,
            "Copied from an earlier slip of Cy",
            LONG,
        )


def test_the_place_is_shown_with_its_context() -> None:
    (warning,) = check({"comment": f"{'x' * 60} Ben {'y' * 60}"}, "Ada", "", ["Ben"], [])
    assert (warning.before, warning.match, warning.after) == (f"{'x' * 39} ", "Ben", f" {'y' * 39}")


def test_a_slip_is_compared_with_earlier_ones_of_its_tutor(client: ClientFor, database: Database) -> None:
    make_copies(database)
    first = make_slip(database, student_id=2, student_name="Cy", comment=f"<p>{LONG}</p>")
    later = START + dt.timedelta(days=7)
    second = make_slip(database, comment=f"<p>{LONG}</p>", tutorial_start=later, tutorial_end=later)
    path = f"/api/v1/slip/{second}/warnings"
    rows = client(actor("staff")).get(path).json()["data"]
    assert [(row["kind"], row["field"], row["slipId"]) for row in rows][:1] == [("copied", "comment", first)]
    assert client(actor("staff")).get(f"/api/v1/slip/{first}/warnings").json()["data"] == []
    assert client(actor("tutor", persons={"tutor": 1})).get(path).status_code == 403
    assert client(actor("staff")).get("/api/v1/slip/999999/warnings").status_code == 404
