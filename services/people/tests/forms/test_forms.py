"""Forms: created, drafted, published in versions, copied and exported."""

from __future__ import annotations

from typing import Any

import httpx

from kit.database import Database
from services.people.tests.builders import person, staff
from staffroom_testing.plugin import ClientFor

OFFICE = staff("academicOffice")
NAME = {"id": "fname1", "type": "text", "title": "Name", "required": True}


def definition(*fields: dict[str, Any], **settings: Any) -> dict[str, Any]:
    return {"settings": settings, "pages": [{"id": "page1", "title": "", "fields": list(fields)}]}


def make(office: httpx.Client, *fields: dict[str, Any], **body: Any) -> int:
    given = {"title": "Consent", "definition": definition(*fields or (NAME,))} | body
    answer = office.post("/api/v1/forms", json=given)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["data"]["id"])


def draft_of(office: httpx.Client, form: int, *fields: dict[str, Any], **settings: Any) -> httpx.Response:
    version = office.get(f"/api/v1/form/{form}").json()["data"]["version"]
    return office.put(
        f"/api/v1/form/{form}/draft", json={"definition": definition(*fields, **settings), "version": version}
    )


def test_a_form_is_drafted_published_and_published_again(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    form = make(office)
    assert office.post(f"/api/v1/form/{form}/publish", json={}).status_code == 200
    again = office.post(f"/api/v1/form/{form}/publish", json={})
    assert (again.status_code, again.json()["error"]) == (409, "Nothing has changed since it was published")
    assert draft_of(office, form, NAME, {"id": "fage1", "type": "integer", "title": "Age"}).status_code == 200
    assert office.get(f"/api/v1/form/{form}").json()["data"]["changed"] is True
    assert office.post(f"/api/v1/form/{form}/publish", json={}).status_code == 200
    record = office.get(f"/api/v1/form/{form}").json()["data"]
    assert (record["status"], record["published"]["number"], record["changed"]) == ("published", 2, False)
    versions = office.get(f"/api/v1/form/{form}/versions").json()["data"]
    assert [(one["number"], one["entries"]) for one in versions] == [(2, 0), (1, 0)]
    first = office.get(f"/api/v1/form/{form}/version/1").json()["data"]
    assert [entry["id"] for entry in first["definition"]["pages"][0]["fields"]] == ["fname1"]
    for move, status in (("retire", "retired"), ("republish", "published")):
        assert office.post(f"/api/v1/form/{form}/{move}", json={}).json()["data"]["status"] == status
    assert office.delete(f"/api/v1/form/{form}").status_code == 409


def test_a_fault_of_a_draft_is_named_by_its_path(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    form = make(office)
    answer = draft_of(
        office,
        form,
        {"id": "fname1", "type": "text", "title": ""},
        {"id": "fname1", "type": "date", "title": "Day"},
        {"id": "fpick1", "type": "select", "title": "Pick"},
        {"id": "fodd1", "type": "text", "title": "A", "x": 1},
        {"id": "frep1", "type": "repeat", "title": "Row", "fields": [{"id": "fin1", "type": "hologram", "title": "B"}]},
        {"id": "fcalc1", "type": "calculated", "title": "Sum", "formula": "1 +"},
    )
    assert answer.status_code == 422, answer.text
    body = answer.json()
    assert (body["title"], body["error"]) == ("Form errors", "Please check for errors in the form")
    at = "pages.0.fields"
    assert set(body["fields"]) == {
        f"{at}.0.title",
        f"{at}.1.id",
        f"{at}.2.options",
        f"{at}.3.x",
        f"{at}.4.fields.0.type",
        f"{at}.5.formula",
    }


def test_conditions_in_a_circle_are_refused_with_the_names(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    form = make(office)
    answer = draft_of(
        office,
        form,
        {"id": "fone1", "type": "yesno", "title": "One", "shownIf": {"field": "ftwo1", "operator": "filled"}},
        {
            "id": "ftwo1",
            "type": "yesno",
            "title": "Two",
            "shownIf": {"any": [{"field": "fsum1", "operator": "atLeast", "value": 1}]},
        },
        {"id": "fsum1", "type": "calculated", "title": "Three", "formula": "fone1 + 1"},
    )
    assert answer.status_code == 422
    (text,) = answer.json()["fields"].values()
    assert "'One' → 'Two' → 'Three' → 'One'" in text
    alone = {"id": "fone1", "type": "text", "title": "One", "shownIf": {"field": "fone1", "operator": "filled"}}
    assert "circle" in str(draft_of(office, form, alone).json()["fields"])
    deep: dict[str, Any] = {"field": "fname1", "operator": "filled"}
    for _ in range(7):
        deep = {"all": [deep]}
    assert draft_of(office, form, NAME, {**NAME, "id": "fdeep1", "shownIf": deep}).status_code == 422


def test_a_huge_definition_is_refused(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    form = make(office)
    many = [{"id": f"fq{n}x", "type": "text", "title": "Q"} for n in range(600)]
    assert draft_of(office, form, *many).status_code == 422
    assert draft_of(office, form, {**NAME, "help": "x" * 120_000}).status_code == 422


def test_two_people_draft_at_once(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    form = make(office)
    version = office.get(f"/api/v1/form/{form}").json()["data"]["version"]
    body = {"definition": definition({**NAME, "title": "Full name"}), "version": version}
    assert office.put(f"/api/v1/form/{form}/draft", json=body).status_code == 200
    late = office.put(f"/api/v1/form/{form}/draft", json=body)
    assert (late.status_code, late.json()["code"]) == (409, "changed_meanwhile")


def test_a_field_keeps_its_type_over_versions(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    form = make(office)
    office.post(f"/api/v1/form/{form}/publish", json={})
    answer = draft_of(office, form, {**NAME, "type": "date"})
    assert answer.status_code == 422
    assert "in version 1" in answer.json()["fields"]["pages.0.fields.0.type"]


def test_a_form_is_created_from_a_template_a_copy_and_a_file(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    for template in office.get("/api/v1/forms/templates").json()["data"]:
        form = office.post("/api/v1/forms", json={"template": template["name"]}).json()["data"]["id"]
        record = office.get(f"/api/v1/form/{form}").json()["data"]
        assert (record["title"], record["audience"]) == (template["title"], template["audience"])
        assert office.post(f"/api/v1/form/{form}/publish", json={}).status_code == 200
    copy = office.post("/api/v1/forms", json={"copyOf": form}).json()["data"]["id"]
    copied = office.get(f"/api/v1/form/{copy}").json()["data"]
    assert copied["draft"] == record["draft"] and copied["slug"] != record["slug"]
    file = office.get(f"/api/v1/form/{copy}/file")
    assert "attachment" in file.headers["content-disposition"]
    imported = office.post("/api/v1/forms", json=file.json())
    assert imported.status_code == 201, imported.text
    again = office.get(f"/api/v1/form/{imported.json()['data']['id']}").json()["data"]
    assert again["draft"] == copied["draft"]
    assert office.post("/api/v1/forms", json={"template": "nothing"}).status_code == 422
    assert office.post("/api/v1/forms", json={}).status_code == 422


def test_only_the_academic_office_creates_forms(database: Database, client: ClientFor) -> None:
    for who in (staff(), staff("examsOffice"), person("client", 1)):
        assert client(who).get("/api/v1/forms").status_code == 403
        assert client(who).post("/api/v1/forms", json={"title": "A"}).status_code == 403


def test_the_signers_of_an_old_draft_are_left_out(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    form = make(office)
    answer = draft_of(office, form, NAME, reviewed=True, signers=["client"])
    assert answer.status_code == 200, answer.text
    assert answer.json()["data"]["draft"]["settings"] == {"reviewed": True}
    assert "settings.other" in draft_of(office, form, NAME, other=True).json()["fields"]


def test_every_use_of_a_field_in_a_formula_is_checked(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    form = make(office)
    born = {"id": "fborn1", "type": "date", "title": "Born"}
    for text in ("fborn1 + age(fborn1)", "age(fborn1) + fborn1"):
        answer = draft_of(office, form, born, {"id": "fage1", "type": "calculated", "title": "Age", "formula": text})
        assert (answer.status_code, answer.json()["fields"]) == (
            422,
            {"pages.0.fields.1.formula": "fborn1 is not a number of this form"},
        ), text
