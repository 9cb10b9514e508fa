"""Tables of checklists: templates for every kind of record, and checklists in progress, overdue, done and cancelled."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

import psycopg

from services.demo.enquiries import enquiries
from services.demo.tables import Record, write
from services.demo.world import TODAY, World

EMPTY = "SELECT NOT EXISTS (SELECT FROM checklist_template)"
_Step = tuple[str, str, int | None, dict[str, Any]]
_OFFICE, _COMPLIANCE, _EXAMS, _TUTORS = "academicOffice", "affiliateCompliance", "examsOffice", "tutorSupport"

_TEMPLATES: tuple[tuple[str, str, str, bool, Sequence[_Step]], ...] = (
    (
        "New student",
        "student",
        "studentEnrolled",
        True,
        (
            ("Enter the parental consent", _OFFICE, 7, {"needs": "field", "field": "parentalConsent"}),
            ("Enter an emergency contact", _OFFICE, 7, {"needs": "field", "field": "emergencyContacts"}),
            ("Keep the signed terms", "accounting", 14, {"needs": "file"}),
            ("Call the family before the first tutorial", "staff", 14, {"waits": True}),
            ("Review the first six weeks", _OFFICE, 42, {}),
        ),
    ),
    (
        "New tutor",
        "tutor",
        "tutorAccepted",
        True,
        (
            ("See proof of identity", _COMPLIANCE, 3, {"needs": "file"}),
            ("Enter the enhanced DBS", _COMPLIANCE, 21, {"waits": True}),
            ("Sign the induction", _TUTORS, 28, {"needs": "signature"}),
            ("Watch a first tutorial", _OFFICE, 60, {}),
        ),
    ),
    (
        "Centre-assessed grades",
        "candidate",
        "byHand",
        True,
        (
            ("Send the briefing", _EXAMS, 2, {}),
            ("Keep the evidence of the candidate's work", _EXAMS, 14, {"needs": "file"}),
            ("Receive the teacher's reference", _EXAMS, 21, {}),
            ("Agree the grade between two markers", _OFFICE, 28, {"waits": True}),
            ("Declaration of the head of centre", _OFFICE, 35, {"needs": "signature", "waits": True}),
        ),
    ),
    (
        "New course",
        "course",
        "courseCreated",
        True,
        (
            ("Enter the first exam", _EXAMS, 14, {"needs": "field", "field": "firstExam"}),
            ("Agree the study plan", _OFFICE, 21, {}),
        ),
    ),
    (
        "Follow up a lead",
        "lead",
        "byHand",
        True,
        (
            ("Call back", "staff", 1, {}),
            ("Send the prospectus", "staff", 2, {}),
            ("Ask for a decision", "staff", 14, {"waits": True}),
        ),
    ),
    (
        "Leaver",
        "student",
        "byHand",
        False,
        (
            ("Ask for feedback", "staff", 14, {"due_from": "left"}),
            ("Close the accounts", "accounting", 30, {"due_from": "left", "waits_for": (0,)}),
        ),
    ),
    (
        "New invigilator",
        "invigilator",
        "invigilatorAccepted",
        True,
        (
            ("See proof of identity", _COMPLIANCE, 7, {"needs": "file"}),
            ("Enter the training", _EXAMS, 21, {"needs": "field", "field": "trained"}),
            ("Give the first session", _EXAMS, 42, {"waits_for": (0, 1)}),
        ),
    ),
    (
        "New client",
        "client",
        "byHand",
        True,
        (
            ("Enter the email for invoices", "accounting", 7, {"needs": "field", "field": "invoiceEmail"}),
            ("Say hello by telephone", "staff", 14, {}),
        ),
    ),
    (
        "Contract of an agent",
        "agent",
        "agentCreated",
        True,
        (
            ("Keep the signed contract", _OFFICE, 14, {"needs": "file"}),
            ("Renew the contract", _OFFICE, -30, {"due_from": "contractUntil"}),
        ),
    ),
)


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill the four tables."""
    templates: list[dict[str, Any]] = []
    steps: list[dict[str, Any]] = []
    for number, (title, about, starts, active, of) in enumerate(_TEMPLATES, start=1):
        templates.append({"id": number, "title": title, "about": about, "starts": starts, "active": active})
        first = len(steps) + 1
        for place, (name, owner, days, more) in enumerate(of):
            steps.append(
                {
                    "waits_for": [first + before for before in more.get("waits_for", ())],
                    "id": len(steps) + 1,
                    "template_id": number,
                    "place": place,
                    "title": name,
                    "owner": owner,
                    "due_days": days,
                    "needs": more.get("needs", "none"),
                    "field": more.get("field", ""),
                    "waits": more.get("waits", False),
                    "due_from": more.get("due_from", "start"),
                }
            )
    lists: list[Record] = []
    items: list[Record] = []
    for template, kind, record, name, days_ago, done in _begun(world):
        _start(lists, items, template, (kind, record, name), days_ago, done, world)
    with connection.cursor() as cursor:
        write(cursor, "checklist_template", templates)
        write(cursor, "checklist_step", steps)
        write(cursor, "checklist", lists)
        write(cursor, "checklist_item", items)


def _begun(world: World) -> list[tuple[int, str, int, str, int, int]]:
    """Return template, record, its name, days since the start, and finished steps of each checklist."""
    begun = []
    active = {
        kind: [one for one in world.people[kind] if one.status == "active"]
        for kind in ("student", "tutor", "candidate")
    }
    for place, person in enumerate(active["student"][3:27]):
        begun.append((1, "student", person.id, person.name, place * 5 % 60, place % 6))
    for place, person in enumerate(active["tutor"][5:13]):
        begun.append((2, "tutor", person.id, person.name, place * 9 % 50, place % 5))
    for place, person in enumerate(active["candidate"][1:9]):
        begun.append((3, "candidate", person.id, person.name, place * 6 % 40, place % 6))
    for place, course in enumerate([one for one in world.courses if one.status == "active"][4:8]):
        begun.append((4, "course", course.id, f"{course.level} {course.subject}", 10 + place * 4, place % 2))
    for place, lead in enumerate(enquiries(world)[:4]):
        begun.append((5, "lead", lead.id, f"{lead.first_name} {lead.last_name}", place * 4, place % 3))
    return begun


def _start(
    lists: list[Record],
    items: list[Record],
    template: int,
    about: tuple[str, int, str],
    days_ago: int,
    done: int,
    world: World,
) -> None:
    title, _, _, _, steps = _TEMPLATES[template - 1]
    number, start = len(lists) + 1, TODAY - dt.timedelta(days=days_ago)
    done = min(done, len(steps))
    clerk = world.by_username["academic"]
    dues = [start + dt.timedelta(days=days) if days is not None else None for _, _, days, _ in steps]
    cancelled = number % 11 == 0 and done < len(steps)
    lists.append(
        {
            "id": number,
            "template_id": template,
            "entity_type": about[0],
            "entity_id": about[1],
            "title": title,
            "name": about[2],
            "status": "cancelled" if cancelled else "done" if done == len(steps) else "open",
            "done_count": done,
            "total": len(steps),
            "next_due": min((one for one in dues[done:] if one), default=None),
            "created": dt.datetime.combine(start, dt.time(9), dt.UTC),
        }
    )
    for place, (name, owner, _, more) in enumerate(steps):
        is_done = place < done
        skipped = is_done and (number + place) % 9 == 0
        items.append(
            {
                "id": len(items) + 1,
                "checklist_id": number,
                "place": place + 1,
                "title": name,
                "owner": owner,
                "needs": more.get("needs", "none"),
                "field": more.get("field", ""),
                "waits": more.get("waits", False),
                "due": dues[place],
                "status": "skipped" if skipped else "done" if is_done else "open",
                "blocked": bool(more.get("waits")) and not is_done and place > done,
                "done_by_id": clerk.user_id if is_done else None,
                "done_by_name": clerk.name if is_done else "",
                "done": dt.datetime.combine(start, dt.time(11), dt.UTC) if is_done else None,
                "skipped_reason": "Agreed on the telephone" if skipped else "",
                "signature": clerk.name if is_done and more.get("needs") == "signature" else "",
            }
        )
