"""Files that homework of an earlier version names are told to the file service"""

from alembic import op

revision = "0013"
down_revision = "0012"

_TELL = """
INSERT INTO outbox (subject, key, payload, actor)
SELECT 'teaching.file.named', id::text,
       jsonb_build_object('kind', '{kind}', 'id', id, 'field', '{field}', 'fileIds', to_jsonb({column})),
       '{{"service": "teaching", "name": "teaching"}}'
  FROM {table} WHERE cardinality({column}) > 0 ORDER BY id
"""
TELL = tuple(
    _TELL.format(kind=kind, field=field, column=column, table=table)
    for kind, field, column, table in (
        ("homework", "fileIds", "file_ids", "homework"),
        ("studentHomework", "studentFiles", "student_files", "homework_with_student"),
        ("studentHomework", "tutorFiles", "tutor_files", "homework_with_student"),
    )
)


def upgrade() -> None:
    for statement in TELL:
        op.execute(statement)


def downgrade() -> None:
    """Do nothing: the file service keeps the events it was told."""
