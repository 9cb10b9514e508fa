"""Demo data of people."""

from services.demo.part import Part
from services.people.demo import (
    admissions,
    applications,
    calendar,
    checklists,
    compliance,
    enquiries,
    exam_day,
    exam_entries,
    exam_files,
    exam_papers,
    exam_results,
    exam_sessions,
    exam_trials,
    exams,
    forms,
    persons,
    slips,
    warehouse,
)

PARTS = (
    Part("persons", persons.EMPTY, persons.load, persons.EVENTS),
    Part("exams", exams.EMPTY, exams.load, (exams.EVENTS,)),
    Part("exam entries", exam_entries.EMPTY, exam_entries.load),
    Part("exam trials", exam_trials.EMPTY, exam_trials.load),
    Part("exam sessions", exam_sessions.EMPTY, exam_sessions.load),
    Part("exam day", exam_day.EMPTY, exam_day.load, (exam_day.EVENTS,)),
    Part("calendar", calendar.EMPTY, calendar.load),
    Part("slips", slips.EMPTY, slips.load),
    Part("enquiries", enquiries.EMPTY, enquiries.load, (enquiries.EVENTS, enquiries.LEADS)),
    Part("forms", forms.EMPTY, forms.load),
    Part("admissions", admissions.EMPTY, admissions.load),
    Part("compliance", compliance.EMPTY, compliance.load),
    Part("applications", applications.EMPTY, applications.load),
    Part("exam files", exam_files.EMPTY, exam_files.load),
    Part("exam papers", exam_papers.EMPTY, exam_papers.load),
    Part("exam results", exam_results.EMPTY, exam_results.load),
    Part("checklists", checklists.EMPTY, checklists.load),
    Part("warehouse", warehouse.EMPTY, warehouse.load),
)
