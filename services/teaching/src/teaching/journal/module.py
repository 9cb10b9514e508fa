"""Declarations of the journal."""

from kit.records.references import Uses
from kit.service import Module
from teaching.journal.events import SUBSCRIPTIONS
from teaching.journal.fields import FIELDSETS
from teaching.journal.lists import LISTS
from teaching.journal.model import journal_entry
from teaching.journal.routes import routes

MODULE = Module(
    routes=(routes,),
    fieldsets=FIELDSETS,
    lists=LISTS,
    subscriptions=SUBSCRIPTIONS,
    uses=(
        Uses(journal_entry.c.department_id, "/departments"),
        Uses(journal_entry.c.course_id, "/courses"),
        Uses(journal_entry.c.of_course_id, "/courses"),
        Uses(journal_entry.c.of_student_id, "/students"),
    ),
)
