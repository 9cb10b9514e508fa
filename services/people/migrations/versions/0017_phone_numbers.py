"""People and enquiries are found by the digits of their telephone numbers."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0017"
down_revision: str | None = "0016"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_PERSONS = ("student", "tutor", "staff", "client", "candidate", "invigilator", "agent")
_INDEXES = dict.fromkeys(_PERSONS, "phone || ',' || mobile") | {"enquiry": "phone"}


def upgrade() -> None:
    for table, numbers in _INDEXES.items():
        op.create_index(
            f"ix_{table}_phones",
            table,
            [sa.literal_column(f"translate({numbers}, ' +()-./', '')").label("phones")],
            postgresql_using="gin",
            postgresql_ops={"phones": "gin_trgm_ops"},
        )
