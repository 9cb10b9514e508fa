"""Tables of forms: the form with its draft, its versions, entries, requests and links for outside persons."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from kit.database.constraints import constraint_text, unique
from kit.database.searching import search_column
from kit.database.tables import INTERNAL, creator_columns, now, record_columns
from people.forms.attributes import ENTRY, FORM, LINK, REQUEST, RETENTION
from people.schema import metadata


def _json(name: str, **options: Any) -> sa.Column[Any]:
    return sa.Column(name, JSONB, nullable=False, server_default="{}", **options)


def _about() -> list[sa.Column[Any]]:
    """Return the kind and the id of the person or course that a row is about; empty and null for nobody."""
    return [
        sa.Column("about_kind", sa.Text, nullable=False, server_default=""),
        sa.Column("about_id", sa.BigInteger),
    ]


def _of_form() -> sa.Column[int]:
    return sa.Column("form_id", sa.BigInteger, sa.ForeignKey("form.id"), nullable=False)


form = FORM.table(
    "form",
    metadata,
    _json("draft"),
    sa.Column(
        "draft_changed",
        sa.Boolean,
        nullable=False,
        server_default=sa.true(),
        comment="the draft says something else than the published version",
    ),
    sa.Column("version_id", sa.BigInteger, comment="the published one; no key, since versions refer to the form"),
    *creator_columns(server_default="0"),
    search_column("title || ' ' || description"),
    unique("uq_form_slug", "A form with this short name already exists", "slug"),
)
FORM.index_sorts(form)
sa.Index("ix_form_modified", form.c.modified, form.c.id)

form_version = sa.Table(
    "form_version",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    _of_form(),
    sa.Column("number", sa.Integer, nullable=False),
    _json("definition"),
    sa.Column("published", sa.DateTime(timezone=True), nullable=False, server_default=now()),
    sa.Column("published_by_id", sa.BigInteger, nullable=False, server_default="0", comment="user id"),
    sa.Column("published_by_name", sa.Text, nullable=False, server_default=""),
    unique("uq_form_version", "This version is already published", "form_id", "number"),
)
"""A published definition, which never changes."""

form_link = LINK.table(
    "form_link",
    metadata,
    _of_form(),
    sa.Column("secret_hash", sa.LargeBinary, nullable=False),
    sa.Column("email", sa.Text, nullable=False, server_default="", comment="where the link of a request was mailed"),
    *creator_columns(server_default="0"),
    unique("uq_form_link_secret_hash", "This link already exists", "secret_hash"),
    info={"nouns": ("link to a form", "links to forms")},
)
LINK.index_sorts(form_link)
sa.Index("ix_form_link_form", form_link.c.form_id)
sa.Index("ix_form_link_created", form_link.c.created, form_link.c.id)

form_entry = ENTRY.table(
    "form_entry",
    metadata,
    _of_form(),
    sa.Column("version_id", sa.BigInteger, sa.ForeignKey("form_version.id"), nullable=False),
    sa.Column("link_id", sa.BigInteger, sa.ForeignKey("form_link.id")),
    *_about(),
    sa.Column("filled_by", sa.BigInteger, comment="user id; null for people outside"),
    sa.Column("filled_email", sa.Text, nullable=False, server_default="", comment="of people outside"),
    _json("answers"),
    _json("signatures"),
    _json("written_back"),
    sa.Column("awaited", ARRAY(sa.Text), nullable=False, server_default="{}", comment="kinds of person to sign"),
    sa.Column("open_to_subject", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("reader_roles", ARRAY(sa.Text), nullable=False, server_default="{}"),
    sa.Column("delete_after", sa.Date),
    sa.Column(
        "emptied",
        ARRAY(sa.Text),
        nullable=False,
        server_default="{}",
        comment="kinds of data whose answers were taken away: personal, special",
    ),
    sa.Column("reviewed_by_id", sa.BigInteger, comment="user id", info=dict(INTERNAL)),
    sa.Column("reviewed_by_name", sa.Text, nullable=False, server_default="", info=dict(INTERNAL)),
    sa.Column("reviewed", sa.DateTime(timezone=True)),
    search_column("filled_name || ' ' || about_name"),
    sa.Index("ix_form_entry_form", "form_id", "status", "id"),
    sa.Index(
        constraint_text("uq_form_entry_draft", "You have already begun this form"),
        "form_id",
        "filled_by",
        "about_kind",
        sa.text("coalesce(about_id, 0)"),
        unique=True,
        postgresql_where=sa.text("status = 'draft' AND filled_by IS NOT NULL"),
    ),
    sa.Index("ix_form_entry_about", "about_kind", "about_id"),
    sa.Index("ix_form_entry_filled_by", "filled_by"),
    sa.Index("ix_form_entry_link", "link_id"),
    sa.Index("ix_form_entry_delete_after", "delete_after"),
    info={"nouns": ("form entry", "form entries")},
)
"""An entry keeps the version in which it began. `open_to_subject` and `reader_roles` are settings of that version."""
ENTRY.index_sorts(form_entry)
sa.Index("ix_form_entry_created", form_entry.c.created, form_entry.c.id)

form_retention = RETENTION.table(
    "form_retention",
    metadata,
    unique("uq_form_retention", "A period is already set for this data", "holds"),
    info={"nouns": ("period of retention", "periods of retention")},
)
"""Default months after which answers with a kind of data are emptied."""

form_request = REQUEST.table(
    "form_request",
    metadata,
    _of_form(),
    sa.Column("person_kind", sa.Text, nullable=False),
    sa.Column("person_id", sa.BigInteger, nullable=False),
    *_about(),
    sa.Column("group_kind", sa.Text, nullable=False, server_default="", comment="course, series, or empty"),
    sa.Column("group_id", sa.BigInteger),
    sa.Column("batch", sa.Uuid, nullable=False, server_default=sa.text("gen_random_uuid()")),
    sa.Column("entry_id", sa.BigInteger, sa.ForeignKey("form_entry.id", ondelete="SET NULL")),
    sa.Column(
        "link_id",
        sa.BigInteger,
        sa.ForeignKey("form_link.id"),
        comment="of somebody without an account; its secret is its signed id",
    ),
    *creator_columns(server_default="0"),
    search_column("person_name || ' ' || about_name"),
    sa.Index("ix_form_request_form", "form_id", "status", "id"),
    sa.Index("ix_form_request_person", "person_kind", "person_id"),
    sa.Index("ix_form_request_about", "about_kind", "about_id"),
    sa.Index("ix_form_request_entry", "entry_id"),
    sa.Index("ix_form_request_link", "link_id"),
    sa.Index("ix_form_request_group", "group_kind", "group_id"),
    info={"nouns": ("request of a form", "requests of forms")},
)
REQUEST.index_sorts(form_request)

form_look = sa.Table(
    "form_look",
    metadata,
    *record_columns()[:1],
    sa.Column("entry_id", sa.BigInteger, sa.ForeignKey("form_entry.id", ondelete="CASCADE"), nullable=False),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("user_name", sa.Text, nullable=False, server_default=""),
    sa.Column("way", sa.Text, nullable=False),
    sa.Column("looked", sa.DateTime(timezone=True), nullable=False, server_default=now()),
    sa.Index("ix_form_look_entry", "entry_id", "id"),
    sa.Index("ix_form_look_looked", "looked", "id"),
)
"""A look at special category data of an entry, by somebody whom it is not about and who did not fill it in; `way` is
`page`, `list`, `export` or `pdf`."""
