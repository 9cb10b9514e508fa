from __future__ import annotations

import pytest

from kit.database import Database
from kit.policy import Actor
from people.persons.catalogue import BY_NAME
from people.persons.model import TABLES, client_student
from services.people.tests.builders import (
    attend,
    make_address,
    make_child,
    make_course,
    make_person,
    make_words,
    person,
    row_of,
    staff,
    teach,
)
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor, Published

SYS_ADMIN = ("sysAdmin",)


def test_a_field_change_is_stored_published_and_logged(
    database: Database, client: ClientFor, published: Published
) -> None:
    student = make_person(database, "student")
    admin = client(staff(*SYS_ADMIN))
    answer = admin.put(
        f"/api/v1/students/{student}", json={"field": "lastName", "newValue": "King", "oldValue": "Lovelace"}
    )
    assert answer.status_code == 200
    assert answer.json()["data"]["value"] == "King"
    assert row_of(database, TABLES["student"], student)["last_key"] == "king"
    [(subject, key, payload)] = published()
    assert (subject, key) == ("people.person.changed", str(student))
    assert (payload["kind"], payload["lastName"], payload["status"]) == ("student", "King", "active")
    [change] = admin.get(f"/api/v1/students/{student}/history?field=lastName").json()["data"]
    assert (change["oldValue"], change["newValue"]) == ("Lovelace", "King")
    assert client(staff()).get(f"/api/v1/students/{student}/history").status_code == 403


def test_staff_write_the_consent_to_a_photo_which_is_published(
    database: Database, client: ClientFor, published: Published
) -> None:
    student = make_person(database, "student")
    path, body = f"/api/v1/students/{student}", {"field": "photoOnDocuments", "newValue": True}
    assert client(actor("student", persons={"student": student})).put(path, json=body).status_code == 403
    for consents in (True, False):
        assert client(staff()).put(path, json=body | {"newValue": consents}).status_code == 200
        assert published()[-1][2].get("photoOnDocuments", False) is consents


def test_outdated_old_value_is_a_conflict(database: Database, client: ClientFor) -> None:
    student = make_person(database, "student")
    body = {"field": "school", "newValue": "A", "oldValue": "not this"}
    answer = client(staff()).put(f"/api/v1/students/{student}", json=body)
    assert answer.status_code == 409
    assert answer.json()["value"] == ""


def test_boolean_strings_are_converted(database: Database, client: ClientFor) -> None:
    """teaching.md 5: profile boolean strings true/false are converted to booleans."""
    student = make_person(database, "student")
    body = {"field": "socialMediaRelease", "newValue": "true"}
    assert client(staff()).put(f"/api/v1/students/{student}", json=body).json()["data"]["value"] is True


@pytest.mark.parametrize(
    ("kind", "field", "value", "who", "status"),
    [
        ("student", "phone", "+44 1", "own", 200),
        ("student", "lastName", "King", "own", 403),
        ("student", "status", "retired", "own", 403),
        ("student", "status", "retired", "staff", 200),
        ("student", "safeguarding", "<p>x</p>", "staff", 403),
        ("student", "safeguarding", "<p>x</p>", "affiliateCompliance", 200),
        ("student", "notes", "<p>x</p>", "own", 403),
        ("tutor", "biography", "<p>x</p>", "own", 200),
        ("tutor", "isPT", True, "own", 403),
        ("tutor", "isPT", True, "staff", 403),
        ("tutor", "isPT", True, "academicOffice", 200),
        ("tutor", "dbsDate", "2026-01-01", "staff", 403),
        ("staff", "jobTitle", "Chief", "staff", 403),
        ("staff", "jobTitle", "Chief", "sysAdmin", 200),
        ("candidate", "uci", "625010260001A", "staff", 403),
        ("candidate", "uci", "625010260001A", "examsOffice", 200),
        ("invigilator", "availability", [], "own", 200),
        ("agent", "commissionNote", "None", "own", 403),
        ("agent", "company", "Bridge", "own", 200),
        ("client", "invoiceEmail", "a@b.example", "own", 200),
    ],
)
def test_fields_are_changed_by_their_roles(
    kind: str, field: str, value: object, who: str, status: int, database: Database, client: ClientFor
) -> None:
    record = make_person(database, kind)
    caller: Actor = person(kind, record) if who == "own" else staff(who)
    path = f"/api/v1{BY_NAME[kind].path}/{record}"
    answer = client(caller).put(path, json={"field": field, "newValue": value})
    assert answer.status_code == status, answer.text
    may = client(caller).get(path).json()["data"]["may"]["edit"]
    assert (field in may) is (status == 200)


def test_persons_do_not_see_hidden_fields(database: Database, client: ClientFor) -> None:
    student = make_person(database, "student", notes="<p>secret</p>", safeguarding="<p>secret</p>")
    own = client(person("student", student))
    assert "secret" not in own.get(f"/api/v1/students/{student}").text
    assert "safeguarding" not in own.get("/api/v1/students/fields").text
    plain = client(staff()).get(f"/api/v1/students/{student}").json()["data"]
    assert "notes" in plain and "safeguarding" not in plain
    assert "safeguarding" in client(staff("academicOffice")).get(f"/api/v1/students/{student}").json()["data"]


@pytest.mark.parametrize("kind", sorted(BY_NAME))
def test_a_title_is_one_of_the_list(database: Database, client: ClientFor, kind: str) -> None:
    """`GET /system/titles` is what forms offer, and what the server accepts."""
    record = make_person(database, kind, title="Emperor")
    admin, path = client(staff("sysAdmin")), BY_NAME[kind].path
    text = "Please choose one of: Mr, Mrs, Miss, Ms, Mx, Dr, Prof, Rev, Sir, Dame, Lord, Lady"

    def put(title: str | None) -> tuple[int, dict[str, str]]:
        answer = admin.put(f"/api/v1{path}/{record}", json={"field": "title", "newValue": title})
        return answer.status_code, answer.json().get("fields", {})

    assert admin.get(f"/api/v1{path}/{record}").json()["data"]["title"] == "Emperor"
    assert put("Emperor") == (200, {}), "what the older system stored can stay"
    assert put("King") == (422, {"title": text})
    assert put("Prof") == (200, {})
    assert put("Emperor") == (422, {"title": text})
    assert put(None) == (200, {})
    created = admin.post(
        f"/api/v1{path}", json={"firstName": "Ada", "lastName": "King", "status": "active", "title": "x"}
    )
    assert (created.status_code, created.json()["fields"]) == (422, {"title": text})


WELFARE_FIELDS = {"medical", "learningNeeds", "emergencyContacts"}
KEPT_BY_THE_OFFICE = {"notes", "documentIds", "safeguarding", "passportExpires", "visaType", "visaExpires"}


@pytest.mark.parametrize(
    ("who", "sees"),
    [
        ("agent", False),
        ("client", True),
        ("tutor", True),
        ("student", True),
        ("staff", True),
        ("agent and tutor", False),
    ],
)
def test_tutors_and_family_see_the_needs_of_a_student(
    database: Database, client: ClientFor, who: str, sees: bool
) -> None:
    agent, teacher, parent = (make_person(database, kind) for kind in ("agent", "tutor", "client"))
    student = make_person(
        database,
        "student",
        agent_id=agent,
        medical="EpiPen",
        learning_needs="EpiPen",
        notes="<p>EpiPen</p>",
        safeguarding="<p>EpiPen</p>",
        emergency_contacts=[{"name": "EpiPen", "relation": "", "phone": "1"}],
    )
    make_child(database, parent, student)
    make_words(database)
    course = make_course(database)
    attend(database, course, student)
    teach(database, course, teacher)
    callers = {
        "agent": person("agent", agent),
        "client": person("client", parent),
        "tutor": person("tutor", teacher),
        "student": person("student", student),
        "staff": staff(),
        "agent and tutor": actor("agent", "tutor", user_id=77, persons={"agent": agent, "tutor": teacher}),
    }
    caller = client(callers[who])
    answer = caller.get(f"/api/v1/students/{student}")
    shown = answer.json()["data"]
    assert answer.status_code == 200
    assert set(shown) & WELFARE_FIELDS == (WELFARE_FIELDS if sees else set())
    assert set(shown) & KEPT_BY_THE_OFFICE == ({"notes", "documentIds"} if who == "staff" else set())
    if who == "agent":
        for door in (
            "students/fields",
            "students/columns",
            "students",
            "students?page=1",
            "students/names",
            f"students/{student}",
            f"agents/{agent}",
            "people/search?q=lovelace",
            "students?page=1&search=epipen",
        ):
            response = caller.get(f"/api/v1/{door}")
            assert response.status_code == 200, door
            assert "EpiPen" not in response.text and not any(name in response.text for name in WELFARE_FIELDS), door
        assert caller.get(f"/api/v1/students/{student}/history?field=medical").status_code == 403
        assert caller.post("/api/v1/students/export", json={"format": "xlsx"}).status_code == 403
        for name in ("medical=EpiPen", "sort=medical"):
            assert caller.get(f"/api/v1/students?page=1&{name}").status_code == 422
    changed = caller.put(f"/api/v1/students/{student}", json={"field": "medical", "newValue": "none"})
    assert changed.status_code == (200 if who == "staff" else 403)


def test_notes_on_a_colleague_are_for_sysadmin(database: Database, client: ClientFor) -> None:
    colleague = make_person(database, "staff", notes="<p>secret</p>")
    assert "secret" not in client(staff("finance")).get(f"/api/v1/staff/{colleague}").text
    assert "secret" in client(staff("sysAdmin")).get(f"/api/v1/staff/{colleague}").text


def test_new_person(database: Database, client: ClientFor, published: Published) -> None:
    body = {"firstName": "Ada", "lastName": "Lovelace", "status": "enquiry", "studentType": "asp"}
    anna = client(staff())
    created = anna.post("/api/v1/students", json=body, headers={"Idempotency-Key": "one"})
    assert created.status_code == 201
    again = anna.post("/api/v1/students", json=body, headers={"Idempotency-Key": "one"})
    assert again.json() == created.json()
    assert [event[0] for event in published()] == ["people.person.changed"]
    refused = anna.post("/api/v1/students", json={"firstName": " ", "status": "enquiry", "birthDate": "31/12/1999"})
    assert refused.status_code == 422
    assert refused.json()["title"] == "Form errors"
    assert refused.json()["fields"] == {
        "firstName": "Field is required",
        "lastName": "Field is required",
        "birthDate": "Please enter a date in the form 31st July 2020",
    }
    later = anna.post("/api/v1/students", json=body | {"birthDate": "2199-01-01"})
    assert later.json()["fields"] == {"birthDate": "Please enter a date in the past"}
    assert client(person("student", 1)).post("/api/v1/students", json=body).status_code == 403


def test_a_person_with_an_account_is_not_deleted(database: Database, client: ClientFor, published: Published) -> None:
    used, free = make_person(database, "agent", user_id=7), make_person(database, "agent")
    make_address(database, "agent", free)
    admin = client(staff(*SYS_ADMIN))
    refused = admin.delete(f"/api/v1/agents/{used}")
    assert refused.status_code == 409
    assert refused.json()["error"] == "This person has a user account; please retire them instead"
    assert client(staff()).delete(f"/api/v1/agents/{free}").status_code == 403
    assert admin.delete(f"/api/v1/agents/{free}").status_code == 200
    [(_, _, address), (_, key, payload)] = published()
    assert (address["personId"], address["deleted"]) == (free, True)
    assert (key, payload["deleted"]) == (str(free), True)


def test_unknown_department_is_refused(database: Database, client: ClientFor) -> None:
    student = make_person(database, "student")
    answer = client(staff()).put(f"/api/v1/students/{student}", json={"field": "departmentId", "newValue": 99})
    assert answer.status_code == 422
    assert answer.json()["code"] == "unknown_reference"


def test_one_client_pays(database: Database, client: ClientFor, published: Published) -> None:
    student, mother, father = (make_person(database, kind) for kind in ("student", "client", "client"))
    first = make_child(database, mother, student, pays=True)
    anna = client(staff())
    body = {"clientId": father, "studentId": student, "relation": "Father", "pays": True}
    second = anna.post("/api/v1/clients/students", json=body).json()["data"]["id"]
    assert row_of(database, client_student, first)["pays"] is False
    assert anna.put(f"/api/v1/clients/students/{first}", json={"field": "pays", "newValue": True}).status_code == 200
    assert row_of(database, client_student, second)["pays"] is False
    payloads = {payload["id"]: payload for _, _, payload in published()}  # the last of each
    assert (payloads[first]["pays"], payloads[second]["pays"]) == (True, False)
    assert (payloads[first]["clientId"], payloads[first]["studentId"]) == (mother, student)
    assert (
        anna.post("/api/v1/clients/students", json=body).json()["error"]
        == "This client is already linked to this student"
    )


def test_script_in_a_note_is_removed(database: Database, client: ClientFor) -> None:
    student = make_person(database, "student")
    body = {"field": "notes", "newValue": "<p onclick='x()'>Hello<script>alert(1)</script></p>"}
    assert client(staff()).put(f"/api/v1/students/{student}", json=body).json()["data"]["value"] == "<p>Hello</p>"


def test_another_id_is_absent_not_forbidden(database: Database, client: ClientFor) -> None:
    assert client(actor("staff")).get("/api/v1/students/123456789").status_code == 404
    assert client(actor("staff")).get("/api/v1/students/one").status_code == 404


@pytest.mark.parametrize(
    ("kind", "first", "last"),
    [
        ("student", "enrolled", "left"),
        ("student", "birthDate", "enrolled"),
        ("student", "birthDate", "left"),
        ("staff", "started", "left"),
        ("tutor", "birthDate", "started"),
        ("invigilator", "birthDate", "started"),
        ("candidate", "accessApproved", "accessUntil"),
        ("agent", "contractFrom", "contractUntil"),
    ],
)
def test_dates_must_be_in_order(kind: str, first: str, last: str, database: Database, client: ClientFor) -> None:
    path = f"/api/v1/{kind if kind == 'staff' else kind + 's'}/{make_person(database, kind)}"
    admin = client(staff("sysAdmin"))
    assert admin.put(path, json={"field": first, "newValue": "2020-09-02"}).status_code == 200
    refused = admin.put(path, json={"field": last, "newValue": "2020-09-01"})
    assert (refused.status_code, refused.json()["fields"]) == (
        422,
        {last: "Please check dates are in sequential order"},
    )
    assert admin.put(path, json={"field": last, "newValue": "2020-09-02"}).status_code == 200
    assert admin.put(path, json={"field": first, "newValue": "2020-09-03"}).status_code == 422
    assert admin.put(path, json={"field": "notes", "newValue": "Late"}).status_code == 200
