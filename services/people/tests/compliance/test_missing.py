from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa

from kit.database import Database
from kit.events import Event
from kit.policy import as_service
from kit.values.days import today
from people.checks.model import check_override, person_check
from people.compliance import jobs
from people.compliance.model import requirement_gap
from people.compliance.places import missing_path
from people.compliance.reminding import EXPIRING_CHECKS, LAPSED_CHECKS
from people.looking.model import safeguarding_reader
from people.persons.model import student
from services.people.tests.builders import (
    attend,
    make_check,
    make_child,
    make_course,
    make_person,
    make_requirement,
    make_words,
    row_of,
    staff,
    teach,
    years_ago,
)
from services.people.tests.forms.builders import NAME, NEXT_MONTH, OFFICE, family, publish, sent
from staffroom.teaching.events.v1.events_pb2 import TuitionOfferChanged
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor, Published

MISSING = "/api/v1/compliance/students/missing"
CONSENT = "student.field.parentalConsent"


def standing(database: Database) -> list[tuple[int, int]]:
    """Return the requirement and the record of each open gap."""
    c = requirement_gap.c
    rows = database.all(sa.select(c.requirement_id, c.record_id).where(c.status != "mended").order_by(c.id))
    return [(row["requirement_id"], row["record_id"]) for row in rows]


def test_gap_opens_and_closes_in_transaction_of_write(database: Database, client: ClientFor) -> None:
    consent = make_requirement(database, CONSENT, age_below=18)
    anna = client(staff("academicOffice"))
    body = {"firstName": "Mia", "lastName": "Wood", "status": "active", "birthDate": years_ago(15).isoformat()}
    mia = anna.post("/api/v1/students", json=body).json()["data"]["id"]
    assert standing(database) == [(consent, mia)]
    [row] = anna.get(MISSING).json()["data"]
    assert (row["name"], row["missing"], row["place"]) == ("Mia Wood", "Consent", "?field=parentalConsent")
    shown = anna.get(f"/api/v1/compliance/gaps/{row['id']}").json()["data"]
    assert shown["target"] == f"/students/{mia}?field=parentalConsent"
    change = {"field": "parentalConsent", "newValue": today().isoformat()}
    assert anna.put(f"/api/v1/students/{mia}", json=change).status_code == 200
    assert standing(database) == []
    assert row_of(database, requirement_gap, row["id"])["mended"] is not None


def test_requirement_applies_to_age_status_and_type(database: Database) -> None:
    make_requirement(database, CONSENT, age_below=18, statuses=["active"], student_type="asp")
    young, asp = {"birth_date": years_ago(15)}, {"student_type": "asp"}
    child = make_person(database, "student", **young, **asp)
    make_person(database, "student", **young, student_type="supp")
    make_person(database, "student", birth_date=years_ago(30), **asp)
    make_person(database, "student", **young, **asp, status="alumni")
    make_person(database, "student", **young, **asp, parental_consent=today())
    assert jobs.run(database) == {"closed": 0, "opened": 1, "waiversEnded": 0}
    assert [record for _, record in standing(database)] == [child]
    assert jobs.run(database) == {"closed": 0, "opened": 0, "waiversEnded": 0}


def test_every_kind_of_measure_is_found_missing_and_supplied(database: Database, client: ClientFor) -> None:
    make_words(database)
    guardian = make_requirement(database, "student.link.guardian")
    passport = make_requirement(database, "student.document.passportExpires")
    contacts = make_requirement(database, "student.field.emergencyContacts")
    dbs = make_requirement(database, "tutor.check.enhancedDbs")
    charter = make_requirement(database, "tutor.acceptance.charterAccepted")
    tutor_of = make_requirement(database, "course.link.tutor")
    form = make_requirement(database, "student.form.filledIn", form_id=7)
    mia = make_person(database, "student", passport_expires=today() - dt.timedelta(days=1))
    tutor, course = make_person(database, "tutor"), make_course(database)
    jobs.run(database)
    assert sorted(standing(database)) == [
        (guardian, mia),
        (passport, mia),
        (contacts, mia),
        (dbs, tutor),
        (charter, tutor),
        (tutor_of, course),
        (form, mia),
    ]
    make_child(database, make_person(database, "client"), mia)
    make_check(database, "tutor", tutor, "enhancedDbs")
    with database.transaction(staff()) as tx:
        contact = [{"name": "Ann", "relation": "", "phone": "1"}]
        tx.execute(sa.update(student).values(passport_expires=today(), emergency_contacts=contact))
    anna = client(staff())
    assert anna.post("/api/v1/courses/tutors", json={"courseId": course, "tutorId": tutor}).status_code == 201
    jobs.run(database)
    assert sorted(standing(database)) == [(charter, tutor), (form, mia)]


def test_check_closes_gap_of_tutor_at_once(database: Database, client: ClientFor) -> None:
    make_requirement(database, "tutor.check.enhancedDbs")
    tutor = make_person(database, "tutor")
    jobs.run(database)
    body: dict[str, Any] = {
        "personType": "tutor",
        "personId": tutor,
        "type": "enhancedDbs",
        "date": today().isoformat(),
        "outcome": "clear",
    }
    cara = client(staff("affiliateCompliance"))
    assert cara.post("/api/v1/checks", json=body | {"number": "1234"}).status_code == 201
    assert standing(database) == []
    [entry] = cara.get("/api/v1/compliance/record").json()["data"]
    assert (entry["name"], entry["enhancedDbs"], entry["identity"]) == ("Ada Lovelace", today().isoformat(), None)
    shown = cara.get(f"/api/v1/tutors/{tutor}").json()["data"]
    assert [(check["type"], check["number"]) for check in shown["checks"]] == [("enhancedDbs", "1234")]
    assert "checks" not in client(staff()).get(f"/api/v1/tutors/{tutor}").json()["data"]


def test_former_staff_are_removed_from_the_central_record(database: Database, client: ClientFor) -> None:
    cara = client(staff("academicOffice"))
    body = {"firstName": "Tom", "lastName": "Hall", "status": "active"}
    tutor = cara.post("/api/v1/tutors", json=body).json()["data"]["id"]
    assert [row["name"] for row in cara.get("/api/v1/compliance/record").json()["data"]] == ["Tom Hall"]
    cara.put(f"/api/v1/tutors/{tutor}", json={"field": "status", "newValue": "retired"})
    assert cara.get("/api/v1/compliance/record").json()["data"] == []


def test_waiver_holds_until_its_day(database: Database, client: ClientFor) -> None:
    make_requirement(database, CONSENT)
    make_person(database, "student")
    jobs.run(database)
    cara = client(staff("affiliateCompliance"))
    [row] = cara.get(MISSING).json()["data"]
    path = f"/api/v1/compliance/gaps/{row['id']}"
    tomorrow = (today() + dt.timedelta(days=1)).isoformat()
    short = cara.post(f"{path}/waive", json={"waivedUntil": tomorrow, "waivedReason": "abroad"})
    assert short.json()["fields"] == {"waivedReason": "Please say why (minimum 10 characters)"}
    body = {"waivedUntil": tomorrow, "waivedReason": "The family is abroad until then"}
    assert client(staff()).post(f"{path}/waive", json=body).status_code in {403, 404}
    assert cara.post(f"{path}/waive", json=body).status_code == 200
    assert cara.get(f"{MISSING}?status=open").json()["data"] == []
    assert jobs.run(database)["waiversEnded"] == 0
    with database.transaction(staff()) as tx:
        tx.execute(sa.update(requirement_gap).values(waived_until=today() - dt.timedelta(days=1)))
    assert jobs.run(database)["waiversEnded"] == 1
    assert [one["status"] for one in cara.get(f"{MISSING}?status=open").json()["data"]] == ["open"]


def test_figures_of_past_day_count_what_was_missing_then(database: Database, client: ClientFor) -> None:
    consent = make_requirement(database, CONSENT)
    for _ in range(3):
        make_person(database, "student")
    jobs.run(database)
    first, second, _ = (record for _, record in standing(database))
    c, now = requirement_gap.c, dt.datetime.now(dt.UTC)
    with database.transaction(staff()) as tx:
        past = {"since": now - dt.timedelta(days=30)}
        tx.execute(sa.update(requirement_gap).where(c.record_id.in_((first, second))).values(past))
        mended = {"status": "mended", "mended": now - dt.timedelta(days=5)}
        tx.execute(sa.update(requirement_gap).where(c.record_id == first).values(mended))
    figures = f"{MISSING}/figures"
    cara = client(staff("affiliateCompliance"))

    def count(days: int) -> int:
        day = (today() - dt.timedelta(days=days)).isoformat()
        answer = cara.get(figures, params={"by": "requirementId", "asOf": day})
        assert answer.status_code == 200, answer.text
        return sum(group["values"][0] for group in answer.json()["data"]["groups"])

    assert consent
    assert (count(40), count(20), count(1)) == (0, 2, 1)


def test_requirement_is_edited_by_compliance_and_evaluated_by_job(database: Database, client: ClientFor) -> None:
    mia = make_person(database, "student")
    body = {"title": "Consent", "measure": CONSENT, "severity": "legal", "mender": "academicOffice"}
    assert client(staff("academicOffice")).post("/api/v1/compliance/requirements", json=body).status_code == 403
    cara = client(staff("affiliateCompliance"))
    answer = cara.post("/api/v1/compliance/requirements", json=body)
    assert answer.status_code == 201, answer.text
    job = database.one(sa.text("SELECT params FROM job WHERE kind = 'people.compliance'"))
    assert job is not None
    jobs.run(database, job["params"]["requirement"])
    assert standing(database) == [(answer.json()["data"]["id"], mia)]
    cara.put(
        f"/api/v1/compliance/requirements/{answer.json()['data']['id']}", json={"field": "active", "newValue": False}
    )
    jobs.run(database)
    assert standing(database) == []


def test_form_is_required_by_its_title(client: ClientFor) -> None:
    cara, path = client(staff("affiliateCompliance")), "/api/v1/compliance/requirements"
    body = {"title": "Form", "measure": "student.form.filledIn", "severity": "required", "mender": "academicOffice"}
    text = {"formId": "Please choose a form from the list"}
    assert cara.post(path, json=body).json()["fields"] == text
    assert cara.post(path, json=body | {"formId": 999_999}).json()["fields"] == text
    form = publish(client(OFFICE), NAME)
    assert {"value": form, "label": "Consent"} in cara.get("/api/v1/forms/titles").json()["data"]
    requirement = cara.post(path, json=body | {"formId": form}).json()["data"]["id"]
    for wrong in (None, 999_999):
        refused = cara.put(f"{path}/{requirement}", json={"field": "formId", "newValue": wrong})
        assert refused.json()["fields"] == text


def test_children_with_guardian_alerts_and_checks_of_their_tutors(database: Database, client: ClientFor) -> None:
    make_person(database, "student", birth_date=years_ago(30))
    mia = make_person(database, "student", birth_date=years_ago(15), medical="Nuts", last_name="Wood")
    make_child(database, make_person(database, "client", last_name="Wood"), mia)
    [row] = client(staff("academicOffice")).get("/api/v1/compliance/students/child").json()["data"]
    assert (row["name"], row["guardians"], row["alerts"], row["unchecked"]) == ("Ada Wood", "Ada Wood", "Medical", 0)
    assert client(staff()).get("/api/v1/compliance/students/child").status_code == 403


def test_safeguarding_flag_is_for_its_named_readers(database: Database, client: ClientFor) -> None:
    make_person(database, "student", birth_date=years_ago(15), medical="Nuts", safeguarding="<p>Note</p>")
    reader = make_person(database, "staff", last_name="Lead")
    named = client(actor("staff", "academicOffice", user_id=31, persons={"staff": reader}))
    other = client(staff("academicOffice"))

    def alerts(who: Any) -> str:
        [row] = who.get("/api/v1/compliance/students/child").json()["data"]
        assert "alerts" in row, who.get("/api/v1/compliance/students/child?page=1").text
        return str(row["alerts"])

    assert alerts(named) == alerts(other) == "Medical, Safeguarding", "while nobody is named"
    with database.transaction(as_service("people")) as tx:
        tx.insert(safeguarding_reader, {"staff_id": reader, "why": "Lead"})
    assert (alerts(named), alerts(other)) == ("Medical, Safeguarding", "Medical")
    assert other.get("/api/v1/compliance/students/child/count").json()["data"] == {"total": 1}


def test_lapsed_check_on_a_running_course_asks_for_an_exception(
    database: Database, client: ClientFor, published: Published
) -> None:
    """The academic office is notified before, and the list of children names the tutor and the course."""
    make_words(database)
    make_requirement(database, "tutor.check.enhancedDbs")
    mia, hopper = make_person(database, "student", birth_date=years_ago(15)), make_person(database, "tutor")
    course_id = make_course(database)
    attend(database, course_id, mia)
    teach(database, course_id, hopper)
    check = make_check(database, "tutor", hopper, "enhancedDbs", expires=today() + dt.timedelta(days=30))

    def raised(rung: str) -> list[dict[str, Any]]:
        published()
        reminder = EXPIRING_CHECKS if rung.startswith("before") else LAPSED_CHECKS
        with database.transaction(as_service("people")) as tx:
            reminder.tell(tx, next(one for one in reminder.ladder if one.name == rung), [{"record_id": check}])
        return [payload for subject, _, payload in published() if subject == "people.notification.raised"]

    [before] = raised("before30")
    assert before["roleIds"] == ["affiliateCompliance", "academicOffice"]
    with database.transaction(as_service("people")) as tx:
        yesterday = today() - dt.timedelta(days=1)
        tx.execute(sa.update(person_check).where(person_check.c.id == check).values(expires=yesterday))
    [lapsed] = raised("lapsed")
    assert lapsed["title"] == "Ada Lovelace teaches a student under 18 without a valid check"
    assert lapsed["text"].startswith("Enhanced DBS expired on ")
    assert (lapsed["target"], set(lapsed["roleIds"])) == (
        f"/courses/{course_id}/tutors",
        {"academicOffice", "affiliateCompliance"},
    )
    with database.read() as connection:
        waits = connection.execute(sa.select(person_check.c.id).where(LAPSED_CHECKS.waits)).scalars().all()
    assert waits == [check]
    [row] = client(OFFICE).get("/api/v1/compliance/students/child").json()["data"]
    assert (row["unchecked"], row["uncheckedTutors"]) == (1, "Ada Lovelace (A-level Mathematics)")
    values = {
        "course_id": course_id,
        "tutor_id": hopper,
        "missing": "Enhanced DBS",
        "reason": "x",
        "allowed_by": "A",
        "allowed_by_id": 1,
    }
    with database.transaction(as_service("people")) as tx:
        tx.insert(check_override, values)
    assert raised("lapsed") == [], "an exception was allowed"


def test_sent_form_supplies_what_is_required_of_student(database: Database, client: ClientFor) -> None:
    parent, _, mia = family(database)
    form = publish(client(OFFICE), about="student")
    make_requirement(database, "student.form.filledIn", form_id=form)
    jobs.run(database)
    assert [record for _, record in standing(database)] == [mia]
    sent(client, parent, form, fname1="Alan")
    assert standing(database) == []


def test_form_from_outside_supplies_it_too(database: Database, client: ClientFor) -> None:
    _, _, mia = family(database)
    office = client(OFFICE)
    form = publish(office, audience=("outside",), about="student")
    make_requirement(database, "student.form.filledIn", form_id=form)
    jobs.run(database)
    body = {"purpose": "The school", "expires": NEXT_MONTH, "usesMost": 1, "kind": "student", "personId": mia}
    answer = office.post(f"/api/v1/form/{form}/links", json=body)
    assert answer.status_code == 201, answer.text
    page = client(None)
    assert (
        page.post(
            urlsplit(answer.json()["data"]["address"]).path, data={"filler": "Ann Lee", "fname1": "Alan"}
        ).status_code
        == 200
    )
    assert standing(database) == []


def test_tutor_who_accepts_an_offer_closes_gap_of_course(database: Database, deliver: Callable[..., None]) -> None:
    make_words(database)
    make_requirement(database, "course.link.tutor")
    course, tutor = make_course(database, status="proposed"), make_person(database, "tutor")
    jobs.run(database)
    assert [record for _, record in standing(database)] == [course]
    offer = {"id": 1, "courseId": course, "tutorId": tutor, "status": "accepted", "deleted": False}
    deliver(Event.of(TuitionOfferChanged), 1, offer)
    assert standing(database) == []


def test_write_evaluates_requirements_that_read_what_changed(database: Database, client: ClientFor) -> None:
    make_requirement(database, CONSENT)
    mia, anna = make_person(database, "student"), client(staff())
    path = f"/api/v1/students/{mia}"
    assert anna.put(path, json={"field": "school", "newValue": "Oak School"}).status_code == 200
    assert standing(database) == [], "the school decides nothing: the night finds the gap"
    assert anna.put(path, json={"field": "status", "newValue": "alumni"}).status_code == 200
    assert [record for _, record in standing(database)] == [mia]


def test_gaps_of_tutors_and_staff_have_lists_figures_waivers_and_notices(database: Database, client: ClientFor) -> None:
    make_requirement(database, "tutor.check.enhancedDbs", mender="affiliateCompliance")
    make_requirement(database, "staff.field.phone")
    make_person(database, "tutor", last_name="Hopper")
    make_person(database, "staff", last_name="Noether")
    jobs.run(database)
    office = client(OFFICE)
    for kind, name in (("tutors", "Ada Hopper"), ("staff", "Ada Noether")):
        [row] = office.get(f"/api/v1/compliance/{kind}/missing").json()["data"]
        assert row["name"] == name
        body = {"waivedUntil": "2199-01-01", "waivedReason": "Abroad until the summer"}
        assert office.post(f"/api/v1/compliance/gaps/{row['id']}/waive", json=body).status_code == 200
        [row] = office.get(f"/api/v1/compliance/{kind}/missing?status=waived").json()["data"]
        assert row["waivedUntil"] == "2199-01-01"
        figures = office.get(f"/api/v1/compliance/{kind}/missing/figures?by=requirementId").json()["data"]
        assert [group["values"] for group in figures["groups"]] == [[1]]
        assert client(staff()).get(f"/api/v1/compliance/{kind}/missing").status_code == 403
    assert [missing_path(kind) for kind in ("tutor", "staff")] == [
        "/compliance/tutors/missing",
        "/compliance/staff/missing",
    ]
