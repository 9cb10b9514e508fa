"""Kinds of notices and of comments of people."""

from kit.kinds import ACADEMIC, CONTACT, FINANCE, GENERAL, HIRING, SHARED, TUTORS, WELFARE, CommentKind, NoticeKind

NOTICE_KINDS = (
    NoticeKind("event", "Calendar, bookings", "An event with you is booked, moved, or takes place after all",
               mail=True, place=10),
    NoticeKind("eventCancelled", "Calendar, cancellations",
               "An event with you is cancelled, or takes place without you",
               must=True, mail=True, place=10),
    NoticeKind("eventDay", "Calendar, a day before", "What is in your calendar, 24 hours before it begins",
               mail=True, place=10),
    NoticeKind("eventHour", "Calendar, an hour before", "What is in your calendar, an hour before it begins",
               mail=True, place=10),
    NoticeKind("formAsked", "Forms to fill in", "A form is asked of you, due, accepted or returned", mail=True,
               place=20),
    NoticeKind("formEntry", "Forms received", "A form whose entries you review was sent, or is overdue",
               roles=("staff",), place=20),
)  # fmt: skip

COMMENT_KINDS = (
    CommentKind("student", "Student", "/students/{id}/comments", (GENERAL, CONTACT, ACADEMIC, WELFARE, FINANCE, SHARED),
                place=10),
    CommentKind("tutor", "Tutor", "/tutors/{id}/comments", (GENERAL, CONTACT, ACADEMIC, FINANCE, SHARED), place=10),
    CommentKind("staff", "Staff", "/staff/{id}/comments", (GENERAL, CONTACT), place=10),
    CommentKind("client", "Client", "/clients/{id}/comments", (GENERAL, CONTACT, FINANCE, SHARED), place=10),
    CommentKind("candidate", "Candidate", "/candidates/{id}/comments", (GENERAL, CONTACT, ACADEMIC, SHARED), place=10),
    CommentKind("invigilator", "Invigilator", "/invigilators/{id}/comments", (GENERAL, CONTACT), place=10),
    CommentKind("agent", "Agent", "/agents", (GENERAL, CONTACT, FINANCE), place=10),
    CommentKind("application", "Tutor application", "/applications/tutors/{id}", (GENERAL, CONTACT, HIRING),
                asked=False, place=30),
    CommentKind("course", "Course", "/courses/{id}/comments", (GENERAL, ACADEMIC, TUTORS, SHARED), place=30),
    CommentKind("cws", "Course with student", "/courses/list", (GENERAL, ACADEMIC), place=30),
    CommentKind("location", "Location", "/locations/all", place=30),
    CommentKind("enquiry", "Lead", "/lead/{id}", (GENERAL, CONTACT, FINANCE), asked=False, place=30),
    CommentKind("enquiryWithType", "Lead", "/lead/{id}", (GENERAL, CONTACT, FINANCE), asked=False, place=30),
    CommentKind("exam", "Exam", "/exams", asked=False, place=30),
    CommentKind("examSeries", "Exam series", "/exams/series", asked=False, place=30),
    CommentKind("formEntry", "Form entry", "/formv2/entry/{id}", asked=False, place=30),
    CommentKind("event", "Calendar entry", "/companyCalendar/agenda", asked=False, place=30),
)  # fmt: skip
