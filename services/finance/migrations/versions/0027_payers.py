"""The payer of an invoice is a record with a reason; agents can be invoiced.

Existing invoices take the reason from today's payer, otherwise from an earlier invoice. On drafts, any address, and an
e-mail address other than the payer's own, stay as if the office had entered them.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0027"
down_revision: str | None = "0026"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_KINDS = ("'client', 'student', 'candidate'", "'client', 'student', 'candidate', 'agent'")


def upgrade() -> None:
    op.add_column(
        "person", sa.Column("agent_id", sa.BigInteger(), nullable=True, comment="through whom a student came")
    )
    op.alter_column("person", "kind", comment="client, student, candidate or agent: those who can be invoiced")
    op.alter_column("invoice", "name", comment="of that person; of a draft it follows people.person.changed")
    op.add_column(
        "invoice",
        sa.Column(
            "payer_reason",
            sa.Text(),
            server_default="earlier",
            nullable=False,
            comment="why that person is invoiced",
        ),
    )
    op.add_column(
        "invoice",
        sa.Column(
            "payer_chosen_by",
            sa.Text(),
            server_default="",
            nullable=False,
            comment="name of the user who chose the payer",
        ),
    )
    op.add_column("invoice", sa.Column("payer_chosen", sa.DateTime(timezone=True), nullable=True))
    for name in ("email_typed", "address_typed"):
        typed = sa.Column(
            name,
            sa.Boolean(),
            server_default="false",
            nullable=False,
            comment="typed in by the office: does not follow the payer's record",
        )
        op.add_column("invoice", typed)
    op.drop_constraint(op.f("ck_invoice_person_kind"), "invoice", type_="check")
    op.create_check_constraint(op.f("ck_invoice_person_kind"), "invoice", f"person_kind IN ({_KINDS[1]})")
    op.execute(
        "UPDATE invoice SET payer_reason = CASE WHEN parent_id IS NOT NULL THEN 'ofInvoice' "
        "WHEN person_kind <> 'client' THEN 'self' WHEN EXISTS (SELECT FROM client_student c WHERE c.pays "
        "AND c.client_id = invoice.person_id AND c.student_id = invoice.student_id) THEN 'paysForStudent' "
        "WHEN entity_type = 'enquiry' AND EXISTS (SELECT FROM enquiry e WHERE e.id = invoice.entity_type_id "
        "AND e.client_id = invoice.person_id) THEN 'enquiry' ELSE 'earlier' END"
    )
    op.execute(
        "UPDATE invoice SET address_typed = line1 || line2 || line3 || postcode <> '', email_typed = NOT EXISTS ("
        "SELECT FROM person p WHERE p.kind = person_kind AND p.id = person_id AND p.email = invoice.email) "
        "AND email <> '' WHERE status = 'draft' AND parent_id IS NULL"
    )
    reasons = "'enquiry', 'paysForStudent', 'self', 'chosen', 'ofInvoice', 'earlier'"
    op.create_check_constraint(op.f("ck_invoice_payer_reason"), "invoice", f"payer_reason IN ({reasons})")


def downgrade() -> None:
    op.drop_constraint(op.f("ck_invoice_payer_reason"), "invoice", type_="check")
    op.drop_constraint(op.f("ck_invoice_person_kind"), "invoice", type_="check")
    op.create_check_constraint(op.f("ck_invoice_person_kind"), "invoice", f"person_kind IN ({_KINDS[0]})")
    for name in ("address_typed", "email_typed", "payer_chosen", "payer_chosen_by", "payer_reason"):
        op.drop_column("invoice", name)
    op.alter_column("invoice", "name", comment="of that person; follows people.person.changed")
    op.alter_column("person", "kind", comment="client, student or candidate: those who can be invoiced")
    op.drop_column("person", "agent_id")
