"""Eligibility of invigilators for a session, by the instructions of JCQ. Each refusal is explained. An objection that
the head of centre may override is overridden by a reason, which the duty stores with the name of its author."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict, Forbidden
from kit.policy import Row
from people.courses.model import course
from people.enrolment.model import course_tutor
from people.exams.components.model import exam_component
from people.exams.model import exam
from people.exams.policy import KEEPS
from people.exams.roster.model import invigilator_away, invigilator_relative
from people.exams.sessions.model import exam_seat, invigilation
from people.persons.model import TABLES
from people.persons.queries import full_name

_d, _seat, _rel, _away = invigilation.c, exam_seat.c, invigilator_relative.c, invigilator_away.c
_person, _candidate, _tutor = TABLES["invigilator"], TABLES["candidate"], TABLES["tutor"]
WATCH = ("lead", "invigilator")
"""Roles that count for the ratio; a reader or a scribe does not count."""
RELATIVE = "{name} is {relation} of {candidate}, who sits here."
SOLE_RELATIVE = (
    "{name} is {relation} of {candidate}, who sits here: a relative is never the sole invigilator. Add another first."
)
AWAY = "{name} is not available at this time."
AWAY_FOR = "{name} is not available at this time ({note})."
BY_REASON = " Give a reason to allow it in your name."


@dataclass(frozen=True)
class Finding:
    """An objection to an invigilator of a session. If `allowed`, a reason overrides it."""

    kind: str
    text: str
    allowed: bool


TAUGHT = (
    sa.select(_person.c.id.label("invigilator_id"), course.c.subject)
    .select_from(
        sa.join(_person, _tutor, _tutor.c.user_id == _person.c.user_id)
        .join(course_tutor, course_tutor.c.tutor_id == _tutor.c.id)
        .join(course, course.c.id == course_tutor.c.course_id)
    )
    .distinct()
)
"""Subjects that an invigilator teaches or taught, as the tutor with the same account."""
SAT = (
    sa.select(_seat.session_id, exam.c.subject)
    .select_from(
        exam_seat.join(exam_component, exam_component.c.id == _seat.component_id).join(
            exam, exam.c.id == exam_component.c.exam_id
        )
    )
    .distinct()
)
"""Subjects of a session's papers."""


def findings(tx: Tx, session: Row, invigilator: int, *, but: int = 0) -> list[Finding]:
    """Return the objections to an invigilator of a session. `but` is the duty that the invigilator takes over."""
    who = tx.one(sa.select(full_name(_person).label("name"), _person.c.status).where(_person.c.id == invigilator))
    if who is None:
        return [Finding("unknown", "Please choose an invigilator", False)]
    return [
        *_status(who),
        *_taught(tx, session, invigilator, who["name"]),
        *_related(tx, session, invigilator, who["name"], but),
        *_absent(tx, session, invigilator, who["name"]),
    ]


def _status(who: Row) -> list[Finding]:
    if who["status"] == "active":
        return []
    return [Finding("status", f"{who['name']} is not active as an invigilator.", False)]


def _taught(tx: Tx, session: Row, invigilator: int, name: str) -> list[Finding]:
    taught, sat = TAUGHT.subquery("taught"), SAT.subquery("sat")
    both = sa.select(sat.c.subject).join(taught, taught.c.subject == sat.c.subject)
    mine = (taught.c.invigilator_id == invigilator, sat.c.session_id == session["id"])
    subjects = sorted(tx.execute(both.where(*mine)).scalars())
    if not subjects:
        return []
    text = f"{name} teaches {', '.join(subjects)}, which is sat here: a teacher of the subject is not its invigilator."
    return [Finding("taught", text, False)]


def _related(tx: Tx, session: Row, invigilator: int, name: str, but: int) -> list[Finding]:
    seated = sa.select(full_name(_candidate).label("candidate"), _rel.relation).select_from(
        invigilator_relative.join(exam_seat, _seat.candidate_id == _rel.candidate_id).join(
            _candidate, _candidate.c.id == _rel.candidate_id
        )
    )
    related = tx.one(seated.where(_rel.invigilator_id == invigilator, _seat.session_id == session["id"]).limit(1))
    if related is None:
        return []
    others = sa.select(sa.func.count()).where(
        _d.session_id == session["id"],
        _d.invigilator_id != invigilator,
        _d.id != but,
        _d.status != "declined",
        _d.role.in_(WATCH),
    )
    if tx.scalar(others):
        return [Finding("relative", RELATIVE.format(name=name, **related), True)]
    return [Finding("soleRelative", SOLE_RELATIVE.format(name=name, **related), False)]


def _absent(tx: Tx, session: Row, invigilator: int, name: str) -> list[Finding]:
    meanwhile = (_away.starts < session["ends"], _away.ends > session["starts"])
    row = tx.one(sa.select(_away.note).where(_away.invigilator_id == invigilator, *meanwhile).limit(1))
    if row is None:
        return []
    return [Finding("away", (AWAY_FOR if row["note"] else AWAY).format(name=name, **row), True)]


def check(tx: Tx, session: Row, invigilator: int, reason: str, *, but: int = 0) -> dict[str, str]:
    """Return the columns of a duty that say who allowed it despite a rule. Raises Conflict with the objections;
    Forbidden if somebody outside the office gives a reason."""
    objections = findings(tx, session, invigilator, but=but)
    strict = [one.text for one in objections if not one.allowed]
    if strict:
        raise Conflict(" ".join(strict), code="not_allowed")
    if not objections:
        return {"override": "", "override_by": ""}
    texts = " ".join(one.text for one in objections)
    if not reason:
        raise Conflict(texts + (BY_REASON if KEEPS(tx.actor, session) else ""), code="needs_reason")
    if not KEEPS(tx.actor, session):
        raise Forbidden(texts)
    return {"override": reason, "override_by": tx.actor.name}


def check_again(tx: Tx, session: Row, duty: Row) -> None:
    """Refuse to confirm a duty of somebody who may no longer invigilate the session. An earlier reason of the office
    overrides only the objections that it may override. Raises Conflict."""
    objections = findings(tx, session, duty["invigilator_id"], but=duty["id"])
    texts = [one.text for one in objections if not (one.allowed and duty["override"])]
    if texts:
        raise Conflict(" ".join(texts), code="not_allowed")


def problems(connection: sa.Connection, session_id: int) -> list[str]:
    """Return the faults of the current duties of a session: a relative who has become the sole invigilator, or a
    teacher whose subject was added later."""
    watching = sa.and_(_d.session_id == session_id, _d.status != "declined", _d.role.in_(WATCH))
    count = sa.select(sa.func.count()).where(watching).scalar_subquery()
    name = full_name(_person)
    taught, sat = TAUGHT.subquery("taught"), SAT.subquery("sat")
    teachers = (
        sa.select(sa.literal("taught").label("kind"), name.label("name"), sat.c.subject.label("about"))
        .select_from(
            invigilation.join(_person, _person.c.id == _d.invigilator_id)
            .join(taught, taught.c.invigilator_id == _person.c.id)
            .join(sat, sa.and_(sat.c.session_id == _d.session_id, sat.c.subject == taught.c.subject))
        )
        .where(watching)
    )
    relatives = (
        sa.select(sa.literal("sole").label("kind"), name.label("name"), full_name(_candidate).label("about"))
        .select_from(
            invigilation.join(_person, _person.c.id == _d.invigilator_id)
            .join(invigilator_relative, _rel.invigilator_id == _person.c.id)
            .join(exam_seat, sa.and_(_seat.candidate_id == _rel.candidate_id, _seat.session_id == _d.session_id))
            .join(_candidate, _candidate.c.id == _rel.candidate_id)
        )
        .where(watching, count == 1)
    )
    texts = {"taught": "{name} teaches {about}, which is sat here", "sole": "{name} is alone with {about}, a relative"}
    rows = connection.execute(sa.union_all(teachers, relatives)).mappings()
    return sorted({texts[row["kind"]].format(**row) for row in rows})
