"""Tables: second factors and recovery codes."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from identity.schema import metadata
from kit.database import tables
from kit.database.tables import record_columns

second_factor = sa.Table(
    "second_factor",
    metadata,
    *record_columns(),
    sa.Column("user_id", sa.BigInteger, sa.ForeignKey("user_account.id", ondelete="CASCADE"), nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("last_used", sa.DateTime(timezone=True)),
    sa.Column("secret", sa.Text, comment="encrypted"),
    sa.Column("last_step", sa.BigInteger, comment="of the last accepted code"),
    sa.Column("credential_id", sa.LargeBinary, unique=True),
    sa.Column("public_key", sa.LargeBinary),
    sa.Column("sign_count", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("transports", ARRAY(sa.Text), nullable=False, server_default="{}"),
    sa.CheckConstraint(
        "kind in ('totp', 'passkey')",
        name="kind",
    ),
    sa.Index("ix_second_factor_user_id", "user_id", "id"),
)
"""An authenticator app (`totp`: its secret, and the last step for which a code was accepted) or a passkey (its public
key, and its signature counter)."""

recovery_code = sa.Table(
    "recovery_code",
    metadata,
    sa.Column("user_id", sa.BigInteger, sa.ForeignKey("user_account.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("hash", sa.LargeBinary, primary_key=True),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
    sa.Column("used", sa.DateTime(timezone=True)),
)
"""SHA-256 of each recovery code, which replaces a lost factor once."""
