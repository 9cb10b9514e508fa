"""Kinds of notices and comments of finance."""

from kit.kinds import CONTACT, FINANCE, GENERAL, CommentKind, NoticeKind

NOTICE_KINDS = (
    NoticeKind(
        "reminder",
        "Reminders of invoices",
        "An invoice reaches its last reminder, for the accounts office",
        roles=("staff",),
        place=40,
    ),
    NoticeKind(
        "bankDetails", "Bank details", "Bank details of a tutor change", must=True, roles=("staff", "tutor"), place=40
    ),
)

COMMENT_KINDS = (
    CommentKind("invoice", "Invoice", "/accounts/invoices", (GENERAL, CONTACT, FINANCE), place=40),
    CommentKind("bill", "Bill", "/accounts/bills", (GENERAL, FINANCE), asked=False, place=40),
    CommentKind("tutorPayment", "Tutor payment", "/finance/tutorpayments", (GENERAL, FINANCE), asked=False, place=40),
    CommentKind("expense", "Expense claim", "/system/expenses", (GENERAL, FINANCE), asked=False, place=40),
)
