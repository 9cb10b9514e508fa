"""Filling in: drafts, the specs' texts, review, versions, rights."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import sqlalchemy as sa

from kit.database import Database
from people.entries import filling
from people.forms.model import form_entry
from services.people.tests.builders import staff
from services.people.tests.forms.builders import (
    NAME,
    NEXT_MONTH,
    OFFICE,
    begin,
    definition,
    family,
    fill,
    move,
    publish,
    read,
    sent,
)
from staffroom_testing import actor
from staffroom_testing.databases import statements
from staffroom_testing.plugin import ClientFor, Published

YES = {"id": "fyes1", "type": "yesno", "title": "Allergy?", "required": True}
WHAT = {
    "id": "fwhat1",
    "type": "multiline",
    "title": "Which?",
    "required": True,
    "shownIf": {"field": "fyes1", "operator": "is", "value": True},
}


def test_a_form_is_filled_in_returned_corrected_and_accepted(
    database: Database, client: ClientFor, published: Published
) -> None:
    parent_actor, _, _ = family(database)
    office, parent = client(OFFICE), client(parent_actor)
    form = publish(office, NAME, YES, WHAT, reviewed=True, notify=["academicOffice"])
    (row,) = parent.get("/api/v1/forms/mine").json()["data"]["open"]
    assert (row["formId"], row["entryId"]) == (form, None)
    entry = begin(parent, form)
    assert begin(parent, form) == entry, "an own draft is answered again"
    refused = move(parent, entry, "submit")
    assert refused.status_code == 422
    body = refused.json()
    assert (body["title"], body["error"]) == ("Form errors", "Please check for errors in the form")
    assert body["fields"] == {"fname1": "Field is required", "fyes1": "Field is required"}
    assert fill(parent, entry, fname1="  Ethel ", fyes1=True) == {}
    assert move(parent, entry, "submit").json()["fields"] == {"fwhat1": "Field is required"}
    fill(parent, entry, fwhat1="Nuts")
    assert move(parent, entry, "submit").json()["data"]["status"] == "received"
    again = move(parent, entry, "submit")
    assert again.status_code == 409, "the same form sent twice"
    assert move(office, entry, "return", reason="short").status_code == 422
    assert move(office, entry, "return", reason="Please name the nuts").status_code == 200
    state = read(parent, entry)
    assert (state["status"], state["reason"], state["can"]["edit"]) == ("returned", "Please name the nuts", True)
    assert state["answers"] == {"fname1": "Ethel", "fyes1": True, "fwhat1": "Nuts"}
    fill(parent, entry, fyes1=False)
    assert move(parent, entry, "submit").status_code == 200
    assert move(office, entry, "accept").status_code == 200
    final = read(parent, entry)
    assert final["answers"] == {"fname1": "Ethel", "fyes1": False}, "a hidden answer is not sent"
    assert (final["status"], final["can"]["edit"]) == ("accepted", False)
    titles = [payload["title"] for subject, _, payload in published() if subject == "people.notification.raised"]
    assert titles == ["Consent received", "Please correct: Consent", "Consent received", "Consent accepted"]
    second = parent.post(f"/api/v1/form/{form}/entry", json={})
    assert (second.status_code, second.json()["error"]) == (409, "You have already sent this form")


def test_answers_are_checked_with_the_texts_of_the_spec(database: Database, client: ClientFor) -> None:
    """platform.md 5"""
    parent, _, _ = family(database)
    fields: list[dict[str, Any]] = [
        {"id": "ftext1", "type": "text", "title": "T", "minLength": 3, "maxLength": 5},
        {"id": "fint1", "type": "integer", "title": "I", "minValue": 2, "maxValue": 9},
        {"id": "fnum1", "type": "number", "title": "N", "minValue": 5},
        {"id": "fdec1", "type": "decimal", "title": "D", "maxValue": 5},
        {"id": "fmail1", "type": "email", "title": "E"},
        {"id": "fmail2", "type": "email", "title": "Again", "sameAs": "fmail1"},
        {"id": "fphone1", "type": "phone", "title": "P"},
        {"id": "fday1", "type": "date", "title": "Day"},
        {"id": "fcur1", "type": "currency", "title": "C"},
        {"id": "fcode1", "type": "text", "title": "A", "content": "alpha"},
        {"id": "fpos1", "type": "text", "title": "A", "content": "positiveCurrency"},
        {"id": "fagree1", "type": "agreement", "title": "I agree", "required": True},
        {
            "id": "fpick1",
            "type": "multiselect",
            "title": "Pick",
            "least": 1,
            "most": 2,
            "required": True,
            "options": [{"value": one, "label": one} for one in "abc"],
        },
        {
            "id": "frows1",
            "type": "repeat",
            "title": "Rows",
            "least": 2,
            "required": True,
            "fields": [{"id": "fin1", "type": "text", "title": "Inner", "required": True}],
        },
    ]
    form = publish(client(OFFICE), *fields)
    who = client(parent)
    entry = begin(who, form)
    problems = fill(
        who,
        entry,
        ftext1="ab",
        fint1="1.5",
        fnum1="4",
        fdec1=6,
        fmail1="no",
        fphone1="call",
        fday1="tomorrow",
        fcur1="1.234",
        fcode1="a1",
        fpos1="-1",
        fpick1=["a", "b", "c"],
        frows1=[{"fin1": "x"}],
    )
    assert problems == {
        "ftext1": "Field must have at least 3 characters",
        "fint1": "Positive integer values only",
        "fnum1": "Please enter a number greater than 5",
        "fdec1": "Please enter a number less than 5",
        "fmail1": "Please enter a valid email address",
        "fphone1": "Please enter digits and + only",
        "fday1": "Please enter a date in the form 31st July 2020",
        "fcur1": "Numbers only",
        "fcode1": "Letters only",
        "fpos1": "Numbers only",
        "fpick1": "Please add at most 2 entries",
        "frows1": "Please add at least 2 entries",
    }
    assert read(who, entry)["answers"]["fday1"] == "tomorrow", "a half typed answer is kept"
    fill(
        who,
        entry,
        ftext1="abcdef",
        fint1=11,
        fmail1="ada@example.org",
        fmail2="b@example.org",
        frows1=[{"fin1": "x"}, {"fin1": " "}],
    )
    texts = move(who, entry, "submit").json()["fields"]
    assert texts["ftext1"] == "Field must have at most 5 characters"
    assert texts["fint1"] == "Please enter a number between 2 and 9"
    assert texts["fmail2"] == "Field must be the same as E"
    assert texts["fagree1"] == "You must agree before submission"
    assert texts["frows1.1.fin1"] == "Field is required"
    fill(
        who,
        entry,
        ftext1="abc",
        fint1="7",
        fnum1="5",
        fdec1="4.5",
        fmail2="ada@example.org",
        fphone1="+44 20",
        fday1="31st July 2020",
        fcur1="12.34",
        fcode1="ab",
        fpos1="1.50",
        fagree1=True,
        fpick1=["a"],
        frows1=[{"fin1": "x"}, {"fin1": "y"}],
    )
    assert move(who, entry, "submit").status_code == 200
    answers = read(who, entry)["answers"]
    assert (answers["fday1"], answers["fcur1"], answers["fint1"], answers["fdec1"]) == ("2020-07-31", 1234, 7, 4.5)


def test_an_entry_of_version_1_is_sent_after_version_3(database: Database, client: ClientFor) -> None:
    parent, _, _ = family(database)
    office, who = client(OFFICE), client(parent)
    form = publish(office, NAME, YES)
    entry = begin(who, form)
    for title in ("Full name", "Whole name"):
        version = office.get(f"/api/v1/form/{form}").json()["data"]["version"]
        changed = definition({**NAME, "title": title})  # field YES was removed, entries use it
        body = {"definition": changed, "version": version}
        assert office.put(f"/api/v1/form/{form}/draft", json=body).status_code == 200
        assert office.post(f"/api/v1/form/{form}/publish", json={}).status_code == 200
    fill(who, entry, fname1="Ethel", fyes1=False)
    assert move(who, entry, "submit").status_code == 200
    state = read(office, entry)
    assert (state["version"]["number"], state["answers"]["fyes1"]) == (1, False)
    assert [one["title"] for one in state["version"]["definition"]["pages"][0]["fields"]] == ["Name", "Allergy?"]


def test_simultaneous_edits_and_reviews_conflict(database: Database, client: ClientFor) -> None:
    parent, _, _ = family(database)
    who = client(parent)
    form = publish(client(OFFICE), NAME, reviewed=True)
    entry = begin(who, form)
    version = read(who, entry)["entryVersion"]
    body = {"answers": {"fname1": "One"}, "entryVersion": version}
    assert who.put(f"/api/v1/form/entry/{entry}/answers", json=body).status_code == 200
    late = who.put(f"/api/v1/form/entry/{entry}/answers", json=body | {"answers": {"fname1": "Two"}})
    assert (late.status_code, late.json()["code"]) == (409, "changed_meanwhile")
    assert late.json()["answers"] == {"fname1": "One"}
    assert move(who, entry, "submit").status_code == 200
    first, second = client(OFFICE), client(staff("academicOffice"))
    assert move(first, entry, "accept").status_code == 200
    assert move(second, entry, "return", reason="This is not complete").status_code == 409


def test_entries_are_readable_by_the_persons_concerned(database: Database, client: ClientFor) -> None:
    parent, child, student = family(database)
    form = publish(
        client(OFFICE),
        NAME,
        {**YES, "id": "fstaff1", "staffOnly": True, "required": False},
        audience=("tutor",),
        about="student",
        reviewed=True,
        notify=["examsOffice"],
    )
    tutor = actor("staff", user_id=801, name="Grace Hopper", persons={"staff": 5, "tutor": 5})
    entry = begin(client(tutor), form, personId=student)
    assert client(parent).get(f"/api/v1/form/entry/{entry}").status_code == 404, "a draft is its filler's"
    fill(client(tutor), entry, fname1="Report", fstaff1=True)
    assert move(client(tutor), entry, "submit").status_code == 200
    for who in (parent, child):
        state = read(client(who), entry)
        assert state["answers"] == {"fname1": "Report"}
        assert len(state["version"]["definition"]["pages"][0]["fields"]) == 1
        assert state["can"]["review"] is False
    assert read(client(staff("examsOffice")), entry)["answers"]["fstaff1"] is True
    for stranger in (staff(), actor("client", user_id=9, persons={"client": 999}), staff("website")):
        assert client(stranger).get(f"/api/v1/form/entry/{entry}").status_code == 404
        assert move(client(stranger), entry, "accept").status_code == 404
    private = publish(client(OFFICE), NAME, audience=("tutor",), about="student", private=True)
    hidden = begin(client(tutor), private, personId=student)
    fill(client(tutor), hidden, fname1="Private")
    move(client(tutor), hidden, "submit")
    assert client(child).get(f"/api/v1/form/entry/{hidden}").status_code == 404


def test_a_drawn_signature_keeps_its_path(database: Database, client: ClientFor) -> None:
    _, child, _ = family(database)
    own = {"id": "fsign1", "type": "signature", "title": "Yours", "required": True}
    entry = begin(client(child), publish(client(OFFICE), NAME, own, audience=("student",), about="student"))
    address, body = f"/api/v1/form/entry/{entry}/sign", {"fieldId": "fsign1", "name": "A. Turing"}
    refused = client(child).post(address, json={**body, "drawing": "M10 20<script>"})
    assert refused.status_code in (400, 422)
    assert client(child).post(address, json={**body, "drawing": "M10 20L30 40"}).status_code == 200
    assert read(client(child), entry)["signatures"]["fsign1"]["drawing"] == "M10 20L30 40"


def test_a_parent_signs_what_the_student_wrote(database: Database, client: ClientFor) -> None:
    parent, child, _ = family(database)
    office = client(OFFICE)
    own = {"id": "fsign1", "type": "signature", "title": "Yours", "required": True}
    theirs = {"id": "fsign2", "type": "signature", "title": "Parent", "required": True, "signer": "client"}
    form = publish(office, NAME, own, theirs, audience=("student",), about="student", reviewed=True)
    entry = begin(client(child), form)
    fill(client(child), entry, fname1="Alan")
    assert move(client(child), entry, "submit").json()["fields"] == {"fsign1": "Field is required"}

    def sign(who: Any, field: str) -> int:
        answer = client(who).post(f"/api/v1/form/entry/{entry}/sign", json={"fieldId": field, "name": "A. Turing"})
        return int(answer.status_code)

    assert sign(child, "fsign2") == 403
    assert sign(child, "fsign1") == 200
    assert move(client(child), entry, "submit").status_code == 200
    refused = move(office, entry, "accept")
    assert (refused.status_code, refused.json()["error"]) == (409, "The signature of the client is missing")
    (waiting,) = client(parent).get("/api/v1/forms/mine").json()["data"]["toFill"]
    assert (waiting["entryId"], waiting["state"]) == (entry, "sign")
    assert read(client(parent), entry)["can"]["sign"] == ["fsign2"]
    assert sign(parent, "fsign2") == 200
    assert move(office, entry, "accept").status_code == 200


def test_a_record_prefills_answers_and_is_updated_from_them(database: Database, client: ClientFor) -> None:
    parent, _, student = family(database)
    office = client(OFFICE)
    phone = {"id": "fphone1", "type": "phone", "title": "Phone", "prefill": "person.phone", "writesBack": True}
    form = publish(office, {**NAME, "prefill": "person.name"}, phone, about="student", reviewed=True)
    entry = begin(client(parent), form)
    assert read(client(parent), entry)["answers"] == {"fname1": "Alan Turing", "fphone1": "+44 20 7946 0000"}
    fill(client(parent), entry, fphone1="+44 20 7946 0001")
    move(client(parent), entry, "submit")
    body = {"fieldIds": ["fphone1"]}
    assert office.post(f"/api/v1/form/entry/{entry}/writeback", json=body).status_code == 409
    move(office, entry, "accept")
    (row,) = office.get(f"/api/v1/form/entry/{entry}/writeback").json()["data"]
    assert (row["present"], row["new"], row["differs"]) == ("+44 20 7946 0000", "+44 20 7946 0001", True)
    answer = office.post(f"/api/v1/form/entry/{entry}/writeback", json=body)
    assert answer.status_code == 200, answer.text
    assert office.get(f"/api/v1/students/{student}").json()["data"]["phone"] == "+44 20 7946 0001"
    assert client(parent).post(f"/api/v1/form/entry/{entry}/writeback", json=body).status_code == 403


def test_looks_at_special_data_are_logged(database: Database, client: ClientFor) -> None:
    parent, _, _ = family(database)
    form = publish(client(OFFICE), {**NAME, "holds": "special"}, reviewed=True)
    entry = sent(client, parent, form, fname1="Asthma")
    read(client(parent), entry)
    office = client(OFFICE)
    assert office.get(f"/api/v1/form/entry/{entry}/looks").json()["data"] == []
    read(office, entry)
    (look,) = office.get(f"/api/v1/form/entry/{entry}/looks").json()["data"]
    assert look["way"] == "page"


def test_reviewers_by_role_see_their_forms_and_only_the_office_writes_to_the_record(
    database: Database, client: ClientFor
) -> None:
    parent, _, _ = family(database)
    office, exams, other = client(OFFICE), client(staff("examsOffice")), client(staff("website"))
    phone = {"id": "fphone1", "type": "phone", "title": "Phone", "prefill": "person.phone", "writesBack": True}
    form = publish(office, NAME, phone, about="student", reviewed=True, notify=["examsOffice"])
    publish(office, NAME)
    entry = sent(client, parent, form, fname1="Alan", fphone1="+44 20 7946 0001")
    assert [row["id"] for row in exams.get("/api/v1/form/entries?status=received").json()["data"]] == [entry]
    assert [row["value"] for row in exams.get("/api/v1/forms/names").json()["data"]] == [form]
    assert len(office.get("/api/v1/forms/names").json()["data"]) == 2
    assert other.get("/api/v1/form/entries").json()["data"] == other.get("/api/v1/forms/names").json()["data"] == []
    assert (read(exams, entry)["can"]["review"], read(exams, entry)["can"]["write"]) == (True, False)
    assert read(office, entry)["can"]["write"] is True
    assert move(exams, entry, "accept").status_code == 200
    preview = office.post("/api/v1/form/entries/moves/preview", json={"move": "reopen", "ids": [entry]})
    assert preview.status_code == 200, preview.text


def test_the_person_who_is_asked_reads_the_note_of_the_request(
    database: Database, client: ClientFor, published: Published
) -> None:
    parent, _, student = family(database)
    office = client(OFFICE)
    form = publish(office, NAME, about="student")
    body = {"personIds": [student], "deadline": NEXT_MONTH, "note": "Before the trip"}
    office.post(f"/api/v1/form/{form}/requests", json=body)
    (notice,) = [payload for subject, _, payload in published() if subject == "people.notification.raised"]
    assert notice["text"].endswith(". Before the trip")
    (asked,) = client(parent).get("/api/v1/forms/mine").json()["data"]["toFill"]
    assert asked["note"] == "Before the trip"
    entry = begin(client(parent), form, requestId=asked["requestId"])
    assert read(client(parent), entry)["note"] == "Before the trip"


def test_opening_a_form_costs_the_same_however_many_others_opened_it(database: Database, client: ClientFor) -> None:
    form = publish(client(OFFICE), NAME, YES)

    def opened(number: int) -> int:
        """Return the number of statements for one person who opens the form for the first time."""
        who = client(actor("client", user_id=number, name=f"Client {number}", persons={"client": number}))
        with statements() as texts:
            entry = begin(who, form)
            read(who, entry)
        return len(texts)

    opened(2_000)  # the version is read once
    first = opened(2_001)
    with database.transaction(OFFICE) as tx:
        version = tx.scalar(sa.select(form_entry.c.version_id).limit(1))
        rows = [
            {"form_id": form, "version_id": version, "filled_by": 10_000 + number, "about_kind": ""}
            for number in range(5_000)
        ]
        tx.execute(sa.insert(form_entry), rows)
    assert opened(2_002) == first


def test_people_who_open_one_form_at_once_do_not_wait_for_each_other(database: Database, client: ClientFor) -> None:
    form = publish(client(OFFICE), NAME)
    with database.transaction(actor("client", user_id=3_001, persons={"client": 3_001})) as tx:
        filling.start(tx, form, None, None, None)
        other = client(actor("client", user_id=3_002, name="Other", persons={"client": 3_002}))
        assert begin(other, form), "the first is not committed yet"


def test_one_person_who_opens_a_form_on_many_devices_at_once_has_one_draft(
    database: Database, client: ClientFor
) -> None:
    form = publish(client(OFFICE), NAME)
    people = [
        client(actor("client", user_id=number, name=f"Client {number}", persons={"client": number}))
        for number in (4_001, 4_002, 4_003)
    ]
    with ThreadPoolExecutor(6) as pool:
        entries = list(pool.map(lambda who: begin(who, form), people * 4))
    assert len(set(entries)) == len(people)
