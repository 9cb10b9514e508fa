"""The function that normalises texts for searches: lower case, without accents (`kit.database.searching`)."""

from alembic import op

revision = "kit_0002"
down_revision = "kit_0001"

# Databases that are older than this branch may have it already.
PLAIN = r"""
CREATE OR REPLACE FUNCTION plain(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length(value) = char_length(value) THEN lower(value) ELSE translate(
  replace(replace(replace(replace(replace(replace(replace(replace(
    lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g')),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
  'øØłŁđĐðÐıħĦŧŦŋŊ', 'oollddddihhttnn') END
"""


def upgrade() -> None:
    op.execute(PLAIN)


def downgrade() -> None:
    op.execute("DROP FUNCTION plain(text)")
