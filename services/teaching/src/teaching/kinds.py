"""The kinds of notices and comments in teaching."""

from kit.kinds import ACADEMIC, GENERAL, WELFARE, CommentKind, NoticeKind

NOTICE_KINDS = (
    NoticeKind(
        "slip",
        "Slips",
        "A slip can be read, or came back to its writer",
        roles=("tutor", "invigilator", "student", "client"),
        place=20,
    ),
    NoticeKind(
        "lateSlip",
        "Late slips",
        "One of your slips is due or late; for the academic office, three days late",
        mail=True,
        roles=("tutor", "invigilator", "academicOffice"),
        place=20,
    ),
    NoticeKind(
        "report",
        "Term reports",
        "A report is asked for, can be read, or came back to its tutor",
        roles=("tutor", "student", "client"),
        place=20,
    ),
    NoticeKind(
        "lateReport",
        "Late term reports",
        "One of your reports is due or late; for the academic office, 8 days late",
        mail=True,
        roles=("tutor", "academicOffice"),
        place=20,
    ),
    NoticeKind(
        "collection",
        "Collections",
        "You are to interview a student, or a collection report can be read",
        roles=("staff", "tutor", "student", "client"),
        place=20,
    ),
    NoticeKind("homework", "Homework", "Homework is set, handed in or marked", roles=("tutor", "student"), place=20),
    NoticeKind("journal", "Journal", "Somebody names you on a journal entry", roles=("staff", "tutor"), place=20),
    NoticeKind(
        "tuition",
        "Offers of tuition",
        "You are offered a course; for the academic office, a tutor declines one",
        mail=True,
        roles=("tutor", "academicOffice"),
        place=20,
    ),
)

COMMENT_KINDS = (
    CommentKind("slip", "Slip", "/system/slips", (GENERAL, ACADEMIC, WELFARE), place=50),
    CommentKind(
        "homework", "Homework", "/academic-office/homework-from-tutors", (GENERAL, ACADEMIC), asked=False, place=50
    ),
    CommentKind("report", "Report", "/system/reports", (GENERAL, ACADEMIC), asked=False, place=50),
    CommentKind(
        "collectionReport", "Collection report", "/system/collectionreports", (GENERAL, ACADEMIC), asked=False, place=50
    ),
    CommentKind("studyPlan", "Study plan", "/courses/list", (GENERAL, ACADEMIC), asked=False, place=50),
    CommentKind("journalEntry", "Journal entry", "/journal", asked=False, place=50),
)
