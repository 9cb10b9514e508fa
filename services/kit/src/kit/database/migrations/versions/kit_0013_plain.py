"""Searches ignore apostrophes: `OBrien` finds O’Brien (`kit.database.searching`).

Indexes store the results of `plain`, so each is rebuilt under its name: create all new ones first, which blocks only
writes, then drop the old ones.
"""

import re

import sqlalchemy as sa
from alembic import op

revision = "kit_0013"
down_revision = "kit_0012"

_SIGNS = {'"': "“”„‟«»", "-": "‐‑‒–—―−⁃"}
_LETTERS = ("øØłŁđĐðÐıħĦŧŦŋŊ", "oollddddihhttnn")
_APOSTROPHES = "''`‘’‚‛ʹʻʼʽˈˊˋ′‵"
"""Characters at the end of `translate` without a counterpart, which it removes. The first is quoted as in SQL."""
_FROM = _LETTERS[0] + "".join(_SIGNS.values()) + _APOSTROPHES
_TO = _LETTERS[1] + "".join(sign * len(others) for sign, others in _SIGNS.items())
PLAIN = rf"""
CREATE OR REPLACE FUNCTION plain(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length(value) = char_length(value) THEN translate(lower(value), '''`', '') ELSE translate(
  replace(replace(replace(replace(replace(replace(replace(replace(
    lower(regexp_replace(normalize(replace(value, '´', ''), NFKD),
      '[\u00ad\u0300-\u036f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]', '', 'g')),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
  '{_FROM}', '{_TO}') END
"""
_INDEXES = """
SELECT pg_get_indexdef(dependent.objid), dependent.objid::regclass::text FROM pg_depend dependent
JOIN pg_index ON pg_index.indexrelid = dependent.objid
WHERE dependent.classid = 'pg_class'::regclass AND dependent.refclassid = 'pg_proc'::regclass
  AND dependent.refobjid = 'plain(text)'::regprocedure ORDER BY 2
"""


def upgrade() -> None:
    op.execute(PLAIN)
    indexes = op.get_bind().execute(sa.text(_INDEXES)).all()
    for number, (definition, _) in enumerate(indexes):
        op.execute(
            sa.text(re.sub(r"INDEX \S+ ON", f"INDEX plain_{number} ON", definition, count=1).replace(":", r"\:"))
        )
    for number, (_, name) in enumerate(indexes):
        op.execute(f"DROP INDEX {name}")
        op.execute(f"ALTER INDEX plain_{number} RENAME TO {name.rpartition('.')[2]}")
