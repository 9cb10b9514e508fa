"""The mail of a credit note says what happens next; a proposal has a separate reminder."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0033"
down_revision: str | None = "0032"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_NOTHING_TO_DO = "There is nothing for you to do."
_SUBJECT = "Our proposal {{number}}: may we help?"
_BODY = (
    "<p>Dear {{person}},</p><p>On {{date}} we sent you our proposal {{number}} over <strong>{{total}}</strong>, and"
    " have not heard from you yet. To accept it, please pay {{amountDue}}. {{instalments}} {{howToPay}}</p><p>A copy is"
    ' attached; you can also view it at <a href="{{paymentLink}}">{{paymentLink}}</a> with the passcode'
    " <strong>{{passcode}}</strong>. If you have already paid, thank you. If you would like something changed, or have"
    " decided otherwise, simply reply to this email.</p><p>Kind regards,<br>Accounts<br>{{organisation}}</p>"
)


def upgrade() -> None:
    op.drop_constraint(op.f("ck_invoice_email_template_kind"), "invoice_email_template")
    op.create_check_constraint(
        op.f("ck_invoice_email_template_kind"),
        "invoice_email_template",
        "kind IN ('invoice', 'receipt', 'reminder', 'reminderBefore', 'reminderDue', 'reminderAfter', 'reminderLast', "
        "'reminderProposal', 'creditNote')",
    )
    templates = sa.table("invoice_email_template", sa.column("kind"), sa.column("subject"), sa.column("body"))
    # leave texts that the office has changed
    ours = sa.and_(templates.c.kind == "creditNote", templates.c.body.contains(_NOTHING_TO_DO, autoescape=True))
    new = sa.func.replace(templates.c.body, _NOTHING_TO_DO, "{{whatNext}}")
    op.execute(sa.update(templates).where(ours).values(body=new))
    op.execute(sa.insert(templates).values(kind="reminderProposal", subject=_SUBJECT, body=_BODY))
