"""Events that people publishes; their payloads are declared with the attributes of each record."""

from __future__ import annotations

from kit.events import Event
from staffroom.people.events.v1 import events_pb2 as people
from staffroom.support.events.v1.events_pb2 import NotificationRaised

PERSON_CHANGED = Event.of(people.PersonChanged)
COURSE_CHANGED = Event.of(people.CourseChanged)
EVENT_CHANGED = Event.of(people.EventChanged)
EXAM_CHANGED = Event.of(people.ExamChanged)
EXAM_ENTRY_CHANGED = Event.of(people.ExamEntryChanged)
INVIGILATION_HOURS = Event.of(people.InvigilationHours)
TRIAL_RESULT_RELEASED = Event.of(people.TrialResultReleased)
ENQUIRY_CHANGED = Event.of(people.EnquiryChanged)
LEAD_CHANGED = Event.of(people.LeadChanged)
LEAD_CONVERTED = Event.of(people.LeadConverted)
ADDRESS_CHANGED = Event.of(people.AddressChanged)
TUTOR_ACCEPTED = Event.of(people.TutorAccepted)
CLIENT_STUDENT_CHANGED = Event.of(people.ClientStudentChanged)
NOTIFICATION_RAISED = Event.of(NotificationRaised, "people")
