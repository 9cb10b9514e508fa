"""Birth dates of students, for alerts about those under 18. `kit replay teaching people.person.changed` fills them."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0017"
down_revision: str | None = "0016"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("person", sa.Column("birth_date", sa.Date(), nullable=True, comment="of a student"))
