"""Tables of files and of the objects that hold their bytes."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from files.documents.attributes import FILE
from files.folders.model import people
from files.schema import metadata
from kit.database import tables
from kit.database.searching import plain_column

_SORTED = ("name", "extension", "content_type", "size", "created", "uploader_name")
"""Columns that the list of files sorts by."""

stored_object = sa.Table(
    "stored_object",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=tables.now(), index=True),
)
"""Every object that may be in the store. Written before the object itself, so that none is forgotten: the sweep removes
objects without a file (`jobs.py`)."""

file = sa.Table(
    "file",
    metadata,
    *tables.record_columns(),
    *FILE.table_columns(),
    sa.Column("sha256", sa.Text, nullable=False),
    sa.Column("object_key", sa.Text, sa.ForeignKey("stored_object.key"), nullable=False, unique=True),
    sa.Column("uploader_id", sa.BigInteger, nullable=False),
    sa.Column("params", JSONB, nullable=False, server_default="{}"),
    sa.Column("expires", sa.DateTime(timezone=True)),
    sa.Column("number", sa.Integer, nullable=False, server_default="1", comment="of its latest version"),
    people("reader_ids", "of a file in a folder: as those of the folder"),
    people("enhanced_ids", "the same"),
    people("editor_ids", "the same"),
    sa.Column(
        "converted_from",
        sa.BigInteger,
        sa.ForeignKey("file.id", ondelete="CASCADE"),
        comment="of a PDF made of a document, its conversion or its marked copy: that document, whose `number` it has",
    ),
    sa.Column("marks_digest", sa.Text, comment="of a marked copy: SHA-256 of the marks that it shows"),
    sa.Column("deleted", sa.DateTime(timezone=True), comment="when a file of the library went into the trash"),
    sa.Column(
        "is_signed",
        sa.Boolean,
        nullable=False,
        server_default=sa.false(),
        comment="whether somebody is asked to read and sign it",
    ),
    sa.Column("reviewed", sa.Date, comment="the day of the last review"),
    sa.Column("reviewed_by", sa.Text, nullable=False, server_default=""),
    sa.Column("hold", sa.Text, nullable=False, server_default="", comment="why it may not be deleted; empty if it may"),
    sa.Column("leaves", sa.Date, comment="the day on which retention moves it to the trash, told to its owner"),
    plain_column("name || '.' || extension || ' ' || description", "search_text"),
    *(sa.Index(f"ix_file_{column}", column, "id") for column in _SORTED),
    sa.Index("ix_file_entity", "entity_type", "entity_id", "created", "id"),
    sa.Index("ix_file_uploader", "uploader_id", "created"),
    sa.Index("ix_file_owner", "owner_id", "created"),
    sa.Index("ix_file_reader_ids", "reader_ids", postgresql_using="gin"),
    sa.Index("ix_file_converted_from", "converted_from", postgresql_where=sa.text("converted_from is not null")),
    sa.Index(
        "ux_file_marked_copy", "converted_from", unique=True, postgresql_where=sa.text("marks_digest is not null")
    ),
    sa.Index("ix_file_expires", "expires", postgresql_where=sa.text("expires is not null")),
    sa.Index(
        "ix_file_review",
        "review_date",
        postgresql_where=sa.text("entity_type = 'folder' AND deleted IS NULL AND review_date IS NOT NULL"),
    ),
)
"""One file. A file with `expires` is removed after that time."""

file_version = sa.Table(
    "file_version",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("file_id", sa.BigInteger, sa.ForeignKey("file.id", ondelete="CASCADE"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("extension", sa.Text, nullable=False),
    sa.Column("media_type", sa.Text, nullable=False),
    sa.Column("size", sa.BigInteger, nullable=False),
    sa.Column("sha256", sa.Text, nullable=False),
    sa.Column("object_key", sa.Text, sa.ForeignKey("stored_object.key"), nullable=False, index=True),
    sa.Column("uploader_id", sa.BigInteger, nullable=False),
    sa.Column("uploader_name", sa.Text, nullable=False, server_default=""),
    sa.Column("note", sa.Text, nullable=False, server_default=""),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
    sa.UniqueConstraint("file_id", "number"),
)
"""The versions of a library file; the file itself has the columns of its latest version."""

WAITING, READ, UNREADABLE, NONE = "waiting", "read", "unreadable", "none"

file_reading = sa.Table(
    "file_reading",
    metadata,
    sa.Column("file_id", sa.BigInteger, sa.ForeignKey("file.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("object_key", sa.Text, nullable=False, comment="of the version that was read, or waits for it"),
    sa.Column("state", sa.Text, nullable=False, server_default=WAITING),
    sa.Column("reason", sa.Text, nullable=False, server_default="", comment="why there is nothing to show"),
    sa.Column("pages", sa.Integer),
    sa.Column("thumbnail", sa.LargeBinary, comment="a JPEG of at most 30 kB"),
    sa.Column("modified", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
    sa.Column("tries", sa.Integer, nullable=False, server_default="0", comment="of the schedule, while it waits"),
    sa.Column(
        "next_try",
        sa.DateTime(timezone=True),
        nullable=False,
        server_default=tables.now(),
        comment="while it waits: when the schedule reads it, if no job has by then",
    ),
    tables.one_of("state", (WAITING, READ, UNREADABLE, NONE)),
    sa.Index("ix_file_reading_waiting", "next_try", postgresql_where=sa.text("state = 'waiting'")),
)
"""The result of reading the latest version of a file, one row per file (`files.reading`). It exists from the upload on,
so that no file is forgotten if its job fails."""

file_opening = sa.Table(
    "file_opening",
    metadata,
    sa.Column("file_id", sa.BigInteger, sa.ForeignKey("file.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("user_id", sa.BigInteger, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("opened", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
)
"""When a user first opened a version of a file that people sign."""

file_favourite = sa.Table(
    "file_favourite",
    metadata,
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("file_id", sa.BigInteger, sa.ForeignKey("file.id", ondelete="CASCADE"), primary_key=True),
    sa.Index("ix_file_favourite_file_id", "file_id"),
)
"""Files of the library that a user marked as favourites."""

file_use = sa.Table(
    "file_use",
    metadata,
    sa.Column("file_id", sa.BigInteger, sa.ForeignKey("file.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("entity_type", sa.Text, primary_key=True),
    sa.Column("entity_id", sa.BigInteger, primary_key=True),
    sa.Column("field", sa.Text, primary_key=True),
    sa.Index("ix_file_use_entity", "entity_type", "entity_id", "field"),
)
"""Records that name a file in a field: a copy maintained by `<service>.file.named`. Callers to whom the owner shows the
field see the file."""

course_person = sa.Table(
    "course_person",
    metadata,
    sa.Column("course_id", sa.BigInteger, primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("person_id", sa.BigInteger, primary_key=True),
    sa.Index("ix_course_person_person", "kind", "person_id", "course_id"),
)
"""Members of courses (kind student or tutor): a copy maintained by `people.course.changed`, with what decides who sees
the files of a course."""
