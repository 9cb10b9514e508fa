"""References from the records of teaching to the other services."""

from __future__ import annotations

from kit.records.references import Foreign, Uses
from teaching.acceptance.model import terms_acceptance, tuition_offer, tutor_terms
from teaching.collections.model import collection, interviewer
from teaching.copies.model import academic_year, course, department, organisation
from teaching.homework.model import given, homework
from teaching.journal.model import journal_entry
from teaching.reports.model import report
from teaching.slips.model import slip, slip_deadline
from teaching.studyplans.model import plan, week_student

FOREIGN = (
    Foreign(path="/orgs", name="organisation", owner="identity", copy=organisation, archives=True),
    Foreign(path="/departments", name="department", owner="identity", copy=department, archives=True),
    Foreign(
        path="/academic-years",
        name="academic year",
        owner="identity",
        copy=academic_year,
        archives=True,
        sources=("/academic-years/all",),
    ),
    Foreign(path="/courses", name="course", owner="people", copy=course),
    Foreign(path="/courses/students", name="student on a course", owner="people"),
    Foreign(path="/students", name="student", owner="people"),
    Foreign(path="/tutors", name="tutor", owner="people"),
    Foreign(path="/staff", name="member of staff", owner="people"),
    Foreign(path="/invigilators", name="invigilator", owner="people"),
)
USES = (
    Uses(slip.c.organisation_id, "/orgs"),
    Uses(slip.c.department_id, "/departments"),
    Uses(slip_deadline.c.department_id, "/departments"),
    Uses(slip.c.course_id, "/courses"),
    Uses(slip.c.cws_id, "/courses/students"),
    Uses(slip.c.student_id, "/students"),
    Uses(slip.c.tutor_id, "/tutors"),
    Uses(slip.c.invigilator_id, "/invigilators"),
    Uses(homework.c.course_id, "/courses"),
    Uses(homework.c.department_id, "/departments"),
    Uses(homework.c.tutor_id, "/tutors"),
    Uses(given.c.course_id, "/courses"),
    Uses(given.c.cws_id, "/courses/students"),
    Uses(given.c.student_id, "/students"),
    Uses(given.c.tutor_id, "/tutors"),
    Uses(report.c.organisation_id, "/orgs"),
    Uses(report.c.department_id, "/departments"),
    Uses(report.c.course_id, "/courses"),
    Uses(report.c.cws_id, "/courses/students"),
    Uses(report.c.student_id, "/students"),
    Uses(report.c.tutor_id, "/tutors"),
    Uses(plan.c.course_id, "/courses", where=~plan.c.deleted),
    Uses(plan.c.academic_year_id, "/academic-years", where=~plan.c.deleted),
    Uses(week_student.c.cws_id, "/courses/students"),
    Uses(collection.c.organisation_id, "/orgs"),
    Uses(collection.c.department_id, "/departments"),
    Uses(collection.c.course_id, "/courses"),
    Uses(collection.c.cws_id, "/courses/students"),
    Uses(collection.c.student_id, "/students"),
    Uses(interviewer.c.person_id, "/tutors", where=interviewer.c.kind == "tutor"),
    Uses(interviewer.c.person_id, "/staff", where=interviewer.c.kind == "staff"),
    Uses(journal_entry.c.department_id, "/departments"),
    Uses(journal_entry.c.course_id, "/courses"),
    Uses(journal_entry.c.of_course_id, "/courses"),
    Uses(journal_entry.c.of_student_id, "/students"),
    Uses(tuition_offer.c.course_id, "/courses"),
    Uses(tuition_offer.c.tutor_id, "/tutors"),
    Uses(tuition_offer.c.department_id, "/departments"),
    Uses(tuition_offer.c.academic_year_id, "/academic-years"),
    Uses(tutor_terms.c.department_id, "/departments"),
    Uses(tutor_terms.c.academic_year_id, "/academic-years"),
    Uses(terms_acceptance.c.tutor_id, "/tutors"),
    Uses(terms_acceptance.c.department_id, "/departments"),
    Uses(terms_acceptance.c.academic_year_id, "/academic-years"),
)
