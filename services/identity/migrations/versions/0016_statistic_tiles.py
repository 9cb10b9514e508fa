"""Tiles of statistics"""

from collections.abc import Sequence

from alembic import op

revision: str = "0016"
down_revision: str | None = "0015"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_CHECKS = {
    "kind": "kind IN ('number', 'chart', 'table', 'calendar', 'statistic', 'waiting', 'text')",
    "chart": "chart IN ('columns', 'bars', 'line', 'area', 'pie', 'heat', 'number', 'table')",
}


def upgrade() -> None:
    for column, condition in _CHECKS.items():
        name = op.f(f"ck_dashboard_tile_{column}")
        op.drop_constraint(name, "dashboard_tile", type_="check")
        op.create_check_constraint(name, "dashboard_tile", condition)
