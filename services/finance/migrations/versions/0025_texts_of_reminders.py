"""A text for each kind of rung of the ladder of reminders; the bodies of letters begin with a capital."""
# ruff: noqa: E501  texts as they stand in the database

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0025"
down_revision: str | None = "0024"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLE, CHECK = "invoice_email_template", "ck_invoice_email_template_kind"
KINDS = ("invoice", "receipt", "reminder", "creditNote")
CLOSING = "<p>Kind regards,<br>Accounts<br>{{organisation}}</p>"
COPY = (
    'A copy is attached; you can also view it at <a href="{{paymentLink}}">{{paymentLink}}</a> with the passcode '
    "<strong>{{passcode}}</strong>."
)
TEXTS = {
    "reminderBefore": (
        "{{title}} {{number}}: payment due on {{amountDueDate}}",
        "<p>Dear {{person}},</p>"
        "<p>This is a short note ahead of time: the payment of <strong>{{amountDue}}</strong> for {{title}} {{number}} "
        f"is due on <strong>{{{{amountDueDate}}}}</strong>. {{{{instalments}}}} {COPY}</p>"
        "<p>{{howToPay}} If you have already arranged the payment, thank you; there is nothing else for you to do. If you "
        "have any questions, simply reply to this email.</p>",
    ),
    "reminderDue": (
        "{{title}} {{number}}: payment due today",
        "<p>Dear {{person}},</p>"
        "<p>The payment of <strong>{{amountDue}}</strong> for {{title}} {{number}} is due today. {{instalments}} "
        f"{COPY}</p>"
        "<p>{{howToPay}} If your payment is already on its way, thank you; please disregard this email. If you have any "
        "questions, simply reply to it.</p>",
    ),
    "reminderAfter": (
        "Reminder: {{title}} {{number}} is overdue",
        "<p>Dear {{person}},</p>"
        "<p>According to our records, the payment of <strong>{{amountDue}}</strong> for {{title}} {{number}} was due on "
        f"<strong>{{{{amountDueDate}}}}</strong> and has not reached us yet. {{{{instalments}}}} {COPY}</p>"
        "<p>We would be grateful if you could pay within the next few days. {{howToPay}} If you have paid in the "
        "meantime, please accept our thanks and disregard this email.</p>"
        "<p>If something is unclear, or if you cannot pay at the moment, please reply to this email so that we can find a "
        "solution together.</p>",
    ),
    "reminderLast": (
        "Final reminder: {{title}} {{number}} is overdue",
        "<p>Dear {{person}},</p>"
        "<p>We have still not received the payment of <strong>{{amountDue}}</strong> for {{title}} {{number}}, which "
        f"was due on <strong>{{{{amountDueDate}}}}</strong>. {{{{instalments}}}} {COPY}</p>"
        "<p>Please pay within the next seven days. {{howToPay}} If you have paid in the meantime, please accept our thanks "
        "and disregard this email.</p>"
        "<p>This is the last reminder that we send by email. If something prevents you from paying, please reply to it; "
        "otherwise one of our colleagues will contact you about the next steps.</p>",
    ),
}
OPENINGS = ("please find attached", "thank you: we have received", "our records show")


def upgrade() -> None:
    _set_kinds((*KINDS, *TEXTS))
    insert = sa.text(f"INSERT INTO {TABLE} (kind, subject, body) VALUES (:kind, :subject, :body)")  # noqa: S608
    for kind, (subject, body) in TEXTS.items():
        op.execute(insert.bindparams(kind=kind, subject=subject, body=body + CLOSING))
    for opening in OPENINGS:
        _begin(opening, opening.capitalize())


def downgrade() -> None:
    for opening in OPENINGS:
        _begin(opening.capitalize(), opening)
    kinds = ", ".join(f"'{kind}'" for kind in TEXTS)
    op.execute(f"DELETE FROM {TABLE} WHERE kind IN ({kinds})")  # noqa: S608
    _set_kinds(KINDS)


def _set_kinds(kinds: Sequence[str]) -> None:
    op.drop_constraint(op.f(CHECK), TABLE)
    listed = ", ".join(f"'{kind}'" for kind in kinds)
    op.create_check_constraint(op.f(CHECK), TABLE, f"kind IN ({listed})")


def _begin(before: str, after: str) -> None:
    """Write the first words of a letter otherwise, where they are still ours."""
    statement = sa.text(
        f"UPDATE {TABLE} SET body = replace(body, :before, :after), version = version + 1,"  # noqa: S608
        " modified = clock_timestamp() WHERE strpos(body, :before) > 0"
    )
    op.execute(statement.bindparams(before=f"<p>{before}", after=f"<p>{after}"))
