"""The index of the calendar's order knows ends as well: a week is found in it without reading the events before"""

from collections.abc import Sequence

from alembic import op

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.drop_index("ix_event_start", table_name="event")
    op.create_index("ix_event_start", "event", ["starts", "id", "ends"])


def downgrade() -> None:
    op.drop_index("ix_event_start", table_name="event")
    op.create_index("ix_event_start", "event", ["starts", "id"])
