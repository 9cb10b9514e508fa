"""Kinds of notices of files, and of records that take comments."""

from kit.kinds import CommentKind, NoticeKind

NOTICE_KINDS = (
    NoticeKind(
        "signing",
        "Documents to sign",
        "You are asked to sign a document, or the day for it comes near",
        mail=True,
        place=60,
    ),
    NoticeKind(
        "documentReview",
        "Reviews of documents",
        "One of your documents is due for its review",
        mail=True,
        roles=("staff",),
        place=60,
    ),
    NoticeKind(
        "retention",
        "Retention of documents",
        "One of your documents will soon reach the end of its retention",
        mail=True,
        roles=("staff",),
        place=60,
    ),
    NoticeKind(
        "quarantine", "Quarantine", "The virus scanner found something in a file that you uploaded", mail=True, place=60
    ),
)

COMMENT_KINDS = (CommentKind("file", "File", "/file/{id}", place=70),)
