"""Tables of forms: one of each template and state, entries over three versions, requests, a link, an old form."""

from __future__ import annotations

import copy
import datetime as dt
from collections.abc import Iterator
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from people.entries.links import linking
from people.forms import templates
from services.demo.exams import SERIES
from services.demo.tables import write
from services.demo.world import TODAY, Person, World

EMPTY = "SELECT NOT EXISTS (SELECT FROM form)"
SECRET = "demo-link-for-a-trip-to-the-museum"  # noqa: S105  a published address of the demo data
_TEXTS = ("Good progress and more confidence", "A calm place to work", "More past papers")
_NOON = dt.time(12, tzinfo=dt.UTC)
BEGUN = 900
"""The id of a complete entry that is not sent yet."""
PAQ, MEDICAL, TRIP, FEEDBACK, REFERENCE, INCIDENT, OLD, RETIRED, DRAFT = range(1, 10)
_STATES = ("received", "inReview", "accepted", "returned", "accepted", "accepted", "received", "accepted")
_FORMS = (
    (PAQ, "paq", "published"),
    (MEDICAL, "medical", "published"),
    (TRIP, "trip", "published"),
    (FEEDBACK, "feedback", "published"),
    (REFERENCE, "reference", "published"),
    (INCIDENT, "incident", "published"),
)
_OLD: dict[str, Any] = {
    "settings": {"reviewed": True},
    "pages": [
        {
            "id": "page1",
            "title": "Enrolment 2019",
            "fields": [
                {"id": "foldname", "type": "text", "title": "Name of the student", "required": True},
                {"id": "folddate", "type": "date", "title": "First day"},
                {"id": "foldnote", "type": "multiline", "title": "Anything else"},
                {"id": "foldok", "type": "agreement", "title": "I agree to the terms", "required": True},
            ],
        }
    ],
}


def _at(days: int) -> dt.datetime:
    return dt.datetime.combine(TODAY + dt.timedelta(days=days), _NOON)


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill the tables."""
    office = world.by_username["academic"]
    forms, versions = _forms(office)
    entries = list(_entries(world, {row["id"]: row for row in versions}))
    with connection.cursor() as cursor:
        write(cursor, "form", forms)
        write(cursor, "form_version", versions)
        write(cursor, "form_link", [_link(office, 1, "active"), _link(office, 2, "revoked")])
        write(cursor, "form_entry", entries)
        seen = next(row["id"] for row in entries if row["form_id"] == PAQ and row["id"] != BEGUN)
        write(
            cursor,
            "form_look",
            [
                {
                    "id": number,
                    "entry_id": seen,
                    "user_id": office.user_id,
                    "user_name": office.name,
                    "way": way,
                    "looked": _at(-number),
                }
                for number, way in enumerate(("page", "list", "pdf"), start=1)
            ],
        )
        write(cursor, "form_retention", [{"id": 1, "holds": "special", "months": 72}])
        write(cursor, "form_request", list(_requests(world, office)))


def _forms(office: Person) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    forms: list[dict[str, Any]] = []
    versions: list[dict[str, Any]] = []
    for number, name, status in _FORMS:
        one = templates.named(name)
        forms.append(_form(number, one, status, one["definition"], office))
    feedback = templates.named("feedback")
    forms += [
        _form(
            OLD,
            {
                "title": "Enrolment form (2019)",
                "kind": "enrolment",
                "about": "none",
                "audience": ["client"],
                "description": "The form of the old system.",
            },
            "published",
            _OLD,
            office,
            generation=1,
        ),
        _form(RETIRED, feedback | {"title": "Feedback on lessons (2024)"}, "retired", feedback["definition"], office),
        _form(DRAFT, feedback | {"title": "Feedback on mock exams"}, "draft", feedback["definition"], office),
    ]
    for row in forms:
        if row["status"] == "draft":
            row["version_id"] = None
            continue
        whole = row["draft"].obj
        older = [_without_last(whole, 2), _without_last(whole, 1)] if row["id"] == FEEDBACK else []
        for number, definition in enumerate([*older, whole], start=1):
            row["version_id"] = len(versions) + 1
            versions.append(
                {
                    "id": len(versions) + 1,
                    "form_id": row["id"],
                    "number": number,
                    "definition": Jsonb(definition),
                    "published": _at(-200 + 60 * number),
                    "published_by_id": office.user_id,
                    "published_by_name": office.name,
                }
            )
    return forms, versions


def _without_last(definition: dict[str, Any], count: int) -> dict[str, Any]:
    """Return the definition without its last fields, as an earlier version."""
    older = copy.deepcopy(definition)
    older["pages"][0]["fields"] = older["pages"][0]["fields"][:-count]
    return older


def _form(
    number: int, one: dict[str, Any], status: str, definition: Any, office: Person, generation: int = 2
) -> dict[str, Any]:
    return {
        "id": number,
        "title": one["title"],
        "kind": one["kind"],
        "about": one["about"],
        "status": status,
        "audience": one["audience"],
        "description": one["description"],
        "draft": Jsonb(definition),
        "slug": f"form-{number}",
        "generation": generation,
        "version_id": 0,
        "draft_changed": status == "draft",
        "created_by_id": office.user_id,
        "created_by_name": office.name,
    }


def _entries(world: World, versions: dict[int, Any]) -> Iterator[dict[str, Any]]:
    number = 0
    of_form: dict[int, list[int]] = {}
    for version, row in versions.items():
        of_form.setdefault(row["form_id"], []).append(version)
    for student in world.people["student"][5:53]:
        payer = world.payer(student.id)
        for form, filler in ((PAQ, payer), (MEDICAL, payer), (TRIP, payer), (FEEDBACK, student), (OLD, payer)):
            if (student.id + form) % 3 or (form == OLD and student.id % 4):
                continue
            number += 1
            version = of_form[form][number % len(of_form[form])]
            yield _entry(number, form, version, versions[version]["definition"].obj, student, filler)
    tutor, child = world.by_username["tutor"], world.people["student"][9]
    version = of_form[INCIDENT][-1]
    yield _entry(number + 1, INCIDENT, version, versions[version]["definition"].obj, child, tutor)
    begun, version = world.people["student"][56], of_form[PAQ][-1]
    draft = _entry(BEGUN, PAQ, version, versions[version]["definition"].obj, begun, world.payer(begun.id))
    answers = Jsonb(draft["answers"].obj | {"fpaqwhat": "Dyslexia"})
    yield draft | {"status": "draft", "submitted": None, "delete_after": None, "answers": answers}


def _entry(number: int, form: int, version: int, definition: Any, student: Person, filler: Person) -> dict[str, Any]:
    status = _STATES[number % len(_STATES)] if form not in {FEEDBACK, TRIP} else "accepted"
    answers = {
        entry["id"]: answer
        for page in definition["pages"]
        for entry in page["fields"]
        if (answer := _answer(entry, number, student)) is not None
    }
    settings = definition["settings"]
    about = form not in {FEEDBACK, OLD}
    signed = [entry["id"] for page in definition["pages"] for entry in page["fields"] if entry["type"] == "signature"]
    sent = _at(-(number * 7 % 150) - 1)
    return {
        "id": number,
        "form_id": form,
        "version_id": version,
        "status": status,
        "filled_by": filler.user_id,
        "filled_name": filler.name,
        "about_kind": "student" if about else "",
        "about_id": student.id if about else None,
        "about_name": student.name if about else "",
        "answers": Jsonb(answers),
        "signatures": Jsonb(
            {name: {"name": filler.name, "signed": sent.isoformat(), "by": filler.user_id} for name in signed}
        ),
        "submitted": sent,
        "created": sent,
        "open_to_subject": not settings.get("private", False),
        "reader_roles": settings.get("notify", []),
        "reason": "Please name the doctor and the practice" if status == "returned" else "",
        "delete_after": TODAY + dt.timedelta(days=900) if settings.get("retainMonths") else None,
    }


def _answer(entry: dict[str, Any], number: int, student: Person) -> Any:
    """Return an answer of the right type, the same every time."""
    kind = entry["type"]
    if entry.get("shownIf") or entry.get("staffOnly") or kind in {"signature", "file", "heading", "note"}:
        return None
    if kind in {"select", "multiselect"}:
        options = [one["value"] for one in entry.get("options", ())] or ["Mathematics"]
        value = options[number % len(options)]
        return [value] if kind == "multiselect" else value
    if kind == "repeat":
        return [{inner["id"]: _answer(inner, number, student) or "A" for inner in entry["fields"]}]
    if entry.get("maxLength", 100) < 20:
        return "A"
    if entry.get("prefill") == "person.name":
        return student.name
    return {
        "yesno": number % 2 == 0,
        "agreement": True,
        "date": (TODAY - dt.timedelta(days=5_500 + number)).isoformat(),
        "datetime": _at(-number % 30 - 30).isoformat().replace("+00:00", "Z"),
        "number": number % 12 + 1,
        "currency": 1_500 + number % 5 * 250,
        "calculated": 15,
        "phone": "+44 20 7946 0000",
        "email": "referee@example.org",
        "richtext": "<p>Slipped on wet stairs, no injury.</p>",
    }.get(kind, _TEXTS[number % 3])


def _requests(world: World, office: Person) -> Iterator[dict[str, Any]]:
    """Return requests that are due, overdue, done and withdrawn; the demo client and student have open ones."""
    own = world.by_username["client"]
    children = [student for student in world.people["student"] if world.payer(student.id).id == own.id][:2]
    asked: list[tuple[str, Person, Person | None, int, int]] = [
        ("client", own, child, MEDICAL, 5 - 12 * place) for place, child in enumerate(children)
    ]
    asked.append(("student", world.by_username["student"], None, FEEDBACK, 3))
    asked += [
        ("client", world.payer(student.id), student, MEDICAL if student.id % 2 else PAQ, student.id % 25 - 12)
        for student in world.people["student"][60:90]
    ]
    course, series = world.courses[0], SERIES[0]
    groups = {
        3: ("course", course.id, f"{course.level} {course.subject}"),
        4: ("series", series[0], series[1]),
    }
    for number, (kind, person, child, form, days) in enumerate(asked, start=1):
        group_kind, group_id, group_name = groups.get(number % 5, ("", None, ""))
        yield {
            "group_kind": group_kind,
            "group_id": group_id,
            "group_name": group_name,
            "id": number,
            "form_id": form,
            "person_kind": kind,
            "person_id": person.id,
            "person_name": person.name,
            "about_kind": "student" if child else "",
            "about_id": child.id if child else None,
            "about_name": child.name if child else "",
            "deadline": _at(days),
            "status": {9: "withdrawn", 7: "done"}.get(number % 11, "open"),
            "note": "Before the first lesson, please.",
            "created_by_id": office.user_id,
            "created_by_name": office.name,
        }


def _link(office: Person, number: int, status: str) -> dict[str, Any]:
    secret = SECRET if number == 1 else f"{SECRET}-{number}"
    return {
        "id": number,
        "form_id": TRIP,
        "status": status,
        "purpose": "Consent for the museum, parents without an account",
        "expires": _at(60),
        "uses_most": 40,
        "about_kind": "student",
        "about_id": 10,
        "about_name": "",
        "secret_hash": linking.digest(secret),
        "created_by_id": office.user_id,
        "created_by_name": office.name,
    }
