from __future__ import annotations

import datetime as dt
import io
from collections.abc import Callable
from typing import Any

import pypdfium2
import pytest

from kit.database import Database
from people.exams.documents import drawing
from people.exams.documents.parts import SeatPlan
from people.exams.sessions.seating import move_times
from services.people.tests.builders import make_exam, make_person, make_series, person, staff
from services.people.tests.exam_sessions.builders import enter, make_arrangement, make_paper, make_room, plan
from staffroom_testing.plugin import ClientFor

pytestmark = pytest.mark.usefixtures("reference_data")

OFFICE = staff("examsOffice")


@pytest.fixture
def session(database: Database, client: ClientFor) -> tuple[int, list[int]]:
    """Insert a session with Mary, who has extra time, and Kurt; return its id and those of the candidates."""
    office, series = client(OFFICE), make_series(database)
    exam = make_exam(database, series)
    paper = make_paper(database, exam)
    people = [
        enter(office, database, exam, candidate_number=number, first_name=name)[0]
        for number, name in (("0010", "Mary"), ("0020", "Kurt"))
    ]
    make_arrangement(database, people[0], "extraTime25", percent=25)
    number = plan(office, series, make_room(database, rows=5, columns=4)).json()["data"]["id"]
    office.post(f"/api/v1/exams/sessions/{number}/seat", json={"componentId": paper})
    return number, people


def _text(answer: Any) -> str:
    assert answer.status_code == 200, answer.text
    document = pypdfium2.PdfDocument(io.BytesIO(answer.content))
    return "\n".join(page.get_textpage().get_text_range() for page in document)


@pytest.mark.parametrize(
    ("kind", "shows", "hides"),
    [
        ("plan", ("Front", "0010", "8300/1"), ("Mary",)),
        ("door", ("0020", "10:53"), ("Mary", "Lovelace")),
        ("register", ("Mary Lovelace", "Signed by the lead"), ()),
        ("labels", ("0010", "Kurt Lovelace"), ()),
        ("invigilators", ("25 % extra time", "10:53", "Ruth Lovelace"), ()),
        ("evacuation", ("Outside", "Expected", "Ruth Lovelace"), ()),
    ],
)
def test_documents_of_a_session(
    database: Database,
    client: ClientFor,
    session: tuple[int, list[int]],
    kind: str,
    shows: tuple[str, ...],
    hides: tuple[str, ...],
) -> None:
    ruth = make_person(database, "invigilator", first_name="Ruth")
    body = {"sessionId": session[0], "invigilatorId": ruth, "role": "lead"}
    client(OFFICE).post("/api/v1/exams/invigilation", json=body)
    path = f"/api/v1/exams/sessions/{session[0]}/papers/{kind}"
    text = _text(client(person("invigilator", ruth)).get(path))
    assert [one for one in shows if one not in text] == []
    assert [one for one in hides if one in text] == [], "what candidates read has numbers alone"
    for who in (person("candidate", session[1][0]), person("tutor", 1)):
        assert client(who).get(path).status_code == 403
    other = make_person(database, "invigilator")
    assert client(person("invigilator", other)).get(path).status_code == 404


def test_timetable_is_the_candidates_own(database: Database, client: ClientFor, session: tuple[int, list[int]]) -> None:
    mary, kurt = session[1]
    path = f"/api/v1/exams/timetables/{mary}"
    with database.transaction(OFFICE) as tx:
        move_times(tx, session[0], dt.timedelta(days=1))
    text = _text(client(person("candidate", mary)).get(path))
    assert "8300/1" in text and "10:53" in text and "Kurt" not in text
    assert client(person("candidate", kurt)).get(path).status_code == 404
    assert client(staff()).get(path).status_code == 200


def test_all_documents_are_printed_together(
    client: ClientFor, session: tuple[int, list[int]], run_jobs: Callable[[], list[dict[str, Any]]]
) -> None:
    office = client(OFFICE)
    preview = office.post("/api/v1/exams/sessions/print/summary", json={"ids": [session[0]]})
    assert preview.json()["data"]["ready"] == 1
    assert (
        client(person("candidate", session[1][0]))
        .post("/api/v1/exams/sessions/print", json={"ids": [session[0]]})
        .status_code
        == 403
    )
    page = office.post("/api/v1/exams/candidacies/print/summary", json={})
    assert page.json()["data"]["ready"] == 2


def test_plan_counts_down_the_columns() -> None:
    html = SeatPlan(2, 2, 3, {3: ("0010", "8300/1")}).html()
    first, second = html.split("<tr>")[2:]
    assert 'free">1<' in first and "3<b>0010</b>" in first
    assert 'free">2<' in second and ">4<" not in second, "the room has three seats"


def test_titles_name_every_kind() -> None:
    assert set(drawing.TITLES) == set(drawing._PARTS)
