"""An index of the events that last longer than a day, so that a week looks for the others among those of its days"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    long = sa.text("ends - starts > '1 day'::interval")
    op.create_index("ix_event_long", "event", ["starts", "ends"], postgresql_where=long)


def downgrade() -> None:
    op.drop_index("ix_event_long", table_name="event")
