"""Kinds of notices and of comments of people."""

from kit.kinds import ACADEMIC, CONTACT, FINANCE, GENERAL, HIRING, SHARED, TUTORS, WELFARE, CommentKind, NoticeKind

NOTICE_KINDS = (
    NoticeKind(
        "event",
        "Calendar, bookings",
        "An event with you is booked, moved, or takes place after all",
        mail=True,
        place=10,
    ),
    NoticeKind(
        "eventCancelled",
        "Calendar, cancellations",
        "An event with you is cancelled, or takes place without you",
        must=True,
        mail=True,
        place=10,
    ),
    NoticeKind(
        "eventDay", "Calendar, a day before", "What is in your calendar, 24 hours before it begins", mail=True, place=10
    ),
    NoticeKind(
        "checksMissing",
        "Tutors without valid checks",
        "Somebody without valid checks teaches, or would teach, a student under 18",
        must=True,
        mail=True,
        roles=("academicOffice", "affiliateCompliance"),
        place=25,
    ),
    NoticeKind(
        "checkExpires",
        "Checks that expire",
        "A check of a tutor or a colleague expires",
        mail=True,
        roles=("affiliateCompliance",),
        place=25,
    ),
    NoticeKind(
        "dataMissing",
        "Missing data",
        "Data that you supply is missing for students, tutors or courses",
        roles=("staff",),
        place=25,
    ),
    NoticeKind(
        "checklistDue",
        "Checklists",
        "A step of a checklist is due, or was not done in time",
        roles=("staff",),
        place=25,
    ),
    NoticeKind(
        "eventHour",
        "Calendar, an hour before",
        "What is in your calendar, an hour before it begins",
        mail=True,
        place=10,
    ),
    NoticeKind(
        "formAsked", "Forms to fill in", "A form is asked of you, due, accepted or returned", mail=True, place=24
    ),
    NoticeKind(
        "application",
        "Tutor applications",
        "Somebody applies as a tutor, a reference comes or is late, or a scorecard is yours to give",
        mail=True,
        roles=("staff",),
        place=26,
    ),
    NoticeKind(
        "examDeadline",
        "Exam deadlines",
        "A deadline of a board is near, and entries lack what is due",
        roles=("examsOffice", "tutor"),
        place=27,
    ),
    NoticeKind(
        "lead",
        "New leads",
        "A lead is yours: by the rota, or handed over by a colleague",
        mail=True,
        roles=("staff",),
        place=23,
    ),
    NoticeKind(
        "leadDue",
        "Leads, next steps",
        "The next steps of your leads that are due, each morning",
        mail=True,
        roles=("staff",),
        place=23,
    ),
    NoticeKind(
        "leadNew",
        "Enquiries without an owner",
        "The public form made a lead that nobody owns yet",
        mail=True,
        roles=("staff",),
        place=22,
    ),
    NoticeKind(
        "formEntry",
        "Forms received",
        "A form whose entries you review was sent, or is overdue",
        roles=("staff",),
        place=24,
    ),
)

COMMENT_KINDS = (
    CommentKind(
        "student",
        "Student",
        "/students/{id}/comments",
        (GENERAL, CONTACT, ACADEMIC, WELFARE, FINANCE, SHARED),
        place=10,
    ),
    CommentKind("tutor", "Tutor", "/tutors/{id}/comments", (GENERAL, CONTACT, ACADEMIC, FINANCE, SHARED), place=10),
    CommentKind("staff", "Staff", "/staff/{id}/comments", (GENERAL, CONTACT), place=10),
    CommentKind("client", "Client", "/clients/{id}/comments", (GENERAL, CONTACT, FINANCE, SHARED), place=10),
    CommentKind("candidate", "Candidate", "/candidates/{id}/comments", (GENERAL, CONTACT, ACADEMIC, SHARED), place=10),
    CommentKind("invigilator", "Invigilator", "/invigilators/{id}/comments", (GENERAL, CONTACT), place=10),
    CommentKind("agent", "Agent", "/agents", (GENERAL, CONTACT, FINANCE), place=10),
    CommentKind(
        "application",
        "Tutor application",
        "/applications/tutors/{id}",
        (GENERAL, CONTACT, HIRING),
        asked=False,
        place=30,
    ),
    CommentKind("course", "Course", "/courses/{id}/comments", (GENERAL, ACADEMIC, TUTORS, SHARED), place=30),
    CommentKind("cws", "Course with student", "/courses/list", (GENERAL, ACADEMIC), place=30),
    CommentKind("location", "Location", "/locations/all", place=30),
    CommentKind("enquiry", "Lead", "/lead/{id}", (GENERAL, CONTACT, FINANCE), asked=False, place=30),
    CommentKind("enquiryWithType", "Lead", "/lead/{id}", (GENERAL, CONTACT, FINANCE), asked=False, place=30),
    CommentKind("exam", "Exam", "/exams", asked=False, place=30),
    CommentKind("examSeries", "Exam series", "/exams/series", asked=False, place=30),
    CommentKind("formEntry", "Form entry", "/form/entry/{id}", asked=False, place=30),
    CommentKind("event", "Calendar entry", "/companyCalendar/agenda", asked=False, place=30),
)
