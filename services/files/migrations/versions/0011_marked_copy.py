"""One copy of a file with its released marks"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0011"
down_revision: str | None = "0010"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_BEFORE = "of a PDF made of an office document: that document, whose `number` it has"
_NOW = "of a PDF made of a document, its conversion or its marked copy: that document, whose `number` it has"
_ACTOR = '{"userId": 0, "realUserId": null, "name": "Staffroom", "roles": [], "persons": {}, "service": "files"}'


def upgrade() -> None:
    op.alter_column("file", "converted_from", comment=_NOW, existing_comment=_BEFORE)
    op.add_column(
        "file",
        sa.Column(
            "marks_digest", sa.Text(), nullable=True, comment="of a marked copy: SHA-256 of the marks that it shows"
        ),
    )
    op.create_index(
        "ux_file_marked_copy",
        "file",
        ["converted_from"],
        unique=True,
        postgresql_where=sa.text("marks_digest is not null"),
    )
    # the sweeper sends these jobs, so that layers released before get a copy too
    op.execute(
        "INSERT INTO job (kind, key, params, actor, owner_id)"  # noqa: S608  a constant of ours
        " SELECT DISTINCT 'files.copyMarks', 'before:' || file_id, jsonb_build_object('fileId', file_id),"
        f" '{_ACTOR}'::jsonb, 0 FROM annotation_layer WHERE released"
    )
