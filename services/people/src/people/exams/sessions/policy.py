"""Access to sessions, seats and duties: an invigilator reaches those of their own duties."""

from __future__ import annotations

import sqlalchemy as sa

from kit.policy import Scope, is_a, me
from people.exams.policy import KEEPS, of_candidate
from people.exams.sessions.model import exam_incident, exam_seat, exam_session, invigilation
from people.policy import EXAMS, STAFF

_mine = invigilation.alias("mine")
_ON_DUTY = sa.select(_mine.c.session_id).where(
    _mine.c.invigilator_id == me("invigilator"), _mine.c.status != "declined"
)
SESSIONS = Scope(everything=STAFF, own={"invigilator": exam_session.c.id.in_(_ON_DUTY)})
SEATS = of_candidate(exam_seat.c.candidate_id, invigilator=exam_seat.c.session_id.in_(_ON_DUTY))
INCIDENTS = Scope(everything=STAFF, own={"invigilator": exam_incident.c.session_id.in_(_ON_DUTY)})
DUTIES = Scope(everything=STAFF, own={"invigilator": invigilation.c.invigilator_id == me("invigilator")})
INVIGILATES = is_a("invigilator", "invigilator of the session")
ON_THE_DAY = KEEPS | INVIGILATES
"""Those who keep the register: the scope lets an invigilator reach only the seats of their own sessions."""
NOTES = EXAMS | INVIGILATES
"""Those who log an incident."""
ANSWERS = KEEPS | is_a("invigilator", "the invigilator")
