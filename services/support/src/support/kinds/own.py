"""Support's own kinds. Its processes import them from here, since a service cannot read its own events."""

from kit.kinds import CommentKind, NoticeKind

NOTICE_KINDS = (
    NoticeKind("comment", "Comments", "Somebody mentions you in a comment", roles=("staff",), place=30),
    NoticeKind(
        "ticket", "Support tickets", "A ticket that you raised, answer for or follow is answered or changes", place=30
    ),
    NoticeKind(
        "ticketMention",
        "Mentions on tickets",
        "A member of staff mentions you on a support ticket",
        roles=("staff",),
        place=30,
    ),
    NoticeKind(
        "ticketDue",
        "Due tickets",
        "One of your tickets or of your team's is due or overdue",
        roles=("academicOffice", "techSupport", "tutorSupport"),
        place=30,
    ),
    NoticeKind("email", "Emails", "Emails that you sent were not delivered", roles=("staff",), place=30),
    NoticeKind(
        "error",
        "Error reports",
        "Somebody reports a fault, for those who handle faults",
        roles=("staff",),
        place=30,
    ),
)
COMMENT_KINDS = (
    CommentKind("ticket", "Support ticket", "/support/tickets/all?ticket={id}", place=60),
    CommentKind("error", "Error report", "/admin/errors", place=60),
)
