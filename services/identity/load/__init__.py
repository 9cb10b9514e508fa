"""Volume data: 200 shared tables and 50 dashboards of 12 tiles each, owned by the demo accounts."""

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.load import add

TABLES, BOARDS, TILES = 200, 50, 12

_TABLES = """
WITH who AS (SELECT array_agg(id ORDER BY id) AS ids FROM user_account WHERE role_ids @> '{staff}'),
kinds AS (SELECT array_agg(slug ORDER BY id) AS slugs, count(*) AS many FROM shared_table WHERE id < %(first)s)
INSERT INTO shared_table (id, slug, title, description, list, screen, definition, owner_id, roles, position)
OVERRIDING SYSTEM VALUE
SELECT %(first)s + n, of.slug || '-' || n, of.title || ' ' || n, of.description, of.list, of.screen, of.definition,
  who.ids[1 + n % cardinality(who.ids)], CASE WHEN n % 3 = 0 THEN '{staff}'::text[] ELSE '{}' END, n
FROM who, kinds, generate_series(0, %(tables)s::bigint - 1) AS n
JOIN LATERAL (SELECT * FROM shared_table WHERE slug = kinds.slugs[1 + n % kinds.many]) AS of ON true
"""
_BOARDS = """
WITH who AS (SELECT array_agg(id ORDER BY id) AS ids, array_agg(name ORDER BY id) AS names
  FROM user_account WHERE role_ids @> '{staff}')
INSERT INTO dashboard (id, title, description, owner_id, owner_name, shared_roles)
OVERRIDING SYSTEM VALUE
SELECT %(first)s + n, 'Board ' || n, 'Twelve tiles over every service', ids[1 + n % cardinality(ids)],
  names[1 + n % cardinality(ids)], CASE WHEN n % 3 = 0 THEN '{staff}'::text[] ELSE '{}' END
FROM who, generate_series(0, %(boards)s::bigint - 1) AS n
"""
_TILES = """
WITH kinds AS (SELECT array_agg(tile.id ORDER BY tile.id) AS ids FROM dashboard_tile AS tile
  WHERE tile.id < %(first)s AND tile.list_path <> '')
INSERT INTO dashboard_tile (id, dashboard_id, kind, title, service, list_path, query, period_filter, grouped_by,
  measure, compare, chart, shown_columns, sorted_by, x, y, w, h)
OVERRIDING SYSTEM VALUE
SELECT %(first)s + board * %(tiles)s + place, %(first)s + board, of.kind, of.title, of.service, of.list_path, of.query,
  of.period_filter, of.grouped_by, of.measure, of.compare, of.chart, of.shown_columns, of.sorted_by,
  place % 3 * 4, place / 3 * 4, 4, 4
FROM kinds, generate_series(0, %(boards)s::bigint - 1) AS board, generate_series(0, %(tiles)s::bigint - 1) AS place
JOIN LATERAL (SELECT * FROM dashboard_tile
  WHERE id = kinds.ids[1 + (board * 5 + place) % cardinality(kinds.ids)]) AS of ON true
"""


def load(connection: psycopg.Connection[Any]) -> str:
    """Add them once, and return what was added. Tables and tiles are like those of the demo and of the start boards."""
    numbers = {"tables": TABLES, "boards": BOARDS, "tiles": TILES}
    added = []
    if add(connection, ("shared_table",), (_TABLES,), numbers):
        added.append(f"{TABLES} tables")
    if add(connection, ("dashboard", "dashboard_tile"), (_BOARDS, _TILES), numbers):
        added.append(f"{BOARDS} dashboards of {TILES} tiles")
    return ", ".join(added) or "the tables and dashboards already exist"
