"""Commands on one's own settings, views, stars and visits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from identity.personal import queries
from identity.personal.model import personal_setting, saved_view, star, visit
from identity.personal.rules import DEFAULTS, MOST_STARS, MOST_VIEWS, MOST_VISITS, SETTINGS
from kit.database import Tx, row_or_404, tables
from kit.errors import Conflict, Invalid
from kit.values import bodies

_v = saved_view.c


def change_settings(tx: Tx, body: Mapping[str, Any]) -> dict[str, Any]:
    """Store the settings in `body`, and leave the others; the last writer wins. Raises Invalid for an unknown name or a
    value that is not allowed."""
    values = bodies.read(SETTINGS, {**DEFAULTS, **body})
    chosen = insert(personal_setting).values(user_id=tx.actor.user_id, values={name: values[name] for name in body})
    tx.execute(
        chosen.on_conflict_do_update(
            index_elements=["user_id"],
            set_={
                "values": personal_setting.c["values"].op("||")(chosen.excluded["values"]),
                **tables.version_values(personal_setting),
            },
        )
    )
    return queries.settings(tx.connection, tx.actor)


def add_view(tx: Tx, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a new view after the others. Raises Conflict if there are too many, Invalid if the name is taken."""
    path = values["list"]
    tx.lock(f"saved_view:{tx.actor.user_id}:{path}")
    positions = (
        tx.execute(sa.select(_v.position).where(_v.user_id == tx.actor.user_id, _v.list == path, _v.name.is_not(None)))
        .scalars()
        .all()
    )
    if len(positions) >= MOST_VIEWS:
        raise Conflict(f"A list keeps at most {MOST_VIEWS} views. Please delete one first", code="too_many_views")
    if values["is_default"]:
        _unset_default(tx, path)
    added = sa.insert(saved_view).values(**values, user_id=tx.actor.user_id, position=max(positions, default=0) + 1)
    return dict(tx.execute(added.returning(*queries.VIEW)).mappings().one())


def change_view(tx: Tx, view_id: int, values: Mapping[str, Any]) -> dict[str, Any]:
    """Change the given parts of one's own view. Raises NotFound, and Invalid if the name is taken."""
    mine = (_v.id == view_id, _v.user_id == tx.actor.user_id)
    view = row_or_404(
        tx.connection, sa.select(_v.list, _v.name).where(*mine).with_for_update(), "This view no longer exists"
    )
    if view["name"] is None and not values.keys() <= {"columns"}:
        raise Invalid("This is the layout of the list. Save it as a view first", field="name")
    if values.get("is_default"):
        _unset_default(tx, view["list"])
    changed = sa.update(saved_view).where(*mine).values(**values, **tables.version_values(saved_view))
    return dict(tx.execute(changed.returning(*queries.VIEW)).mappings().one())


def keep_layout(tx: Tx, path: str, columns: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Store the columns of the list at `path` for when no view is chosen. Idempotent."""
    layout = insert(saved_view).values(user_id=tx.actor.user_id, list=path, name=None, columns=list(columns))
    kept = layout.on_conflict_do_update(
        index_elements=["user_id", "list", "name"],
        set_={"columns": layout.excluded["columns"], **tables.version_values(saved_view)},
    )
    return dict(tx.execute(kept.returning(*queries.VIEW)).mappings().one())


def remove_view(tx: Tx, view_id: int) -> dict[str, Any]:
    """Delete one's own view or layout. Raises NotFound."""
    return _remove(tx, saved_view, view_id)


def add_star(tx: Tx, values: Mapping[str, Any]) -> dict[str, Any]:
    """Star an address; one that is starred gets the new title. Raises Conflict if there are too many."""
    tx.lock(f"star:{tx.actor.user_id}")
    others = sa.select(sa.func.count()).where(star.c.user_id == tx.actor.user_id, star.c.target != values["target"])
    if tx.scalar(others) >= MOST_STARS:
        raise Conflict(f"You have starred {MOST_STARS} entries. Please remove one first", code="too_many_stars")
    added = insert(star).values(**values, user_id=tx.actor.user_id)
    kept = added.on_conflict_do_update(
        index_elements=["user_id", "target"], set_={"title": added.excluded.title, "kind": added.excluded.kind}
    )
    shown = (star.c.id, star.c.target, star.c.title, star.c.kind, star.c.created)
    return dict(tx.execute(kept.returning(*shown)).mappings().one())


def remove_star(tx: Tx, star_id: int) -> dict[str, Any]:
    """Remove one's own star. Raises NotFound."""
    return _remove(tx, star, star_id)


def keep_visit(tx: Tx, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Store a visit as the newest, delete those beyond MOST_VISITS, and return the rest."""
    # Visits with the same transaction time are ordered by their calls: two tabs take turns.
    tx.lock(f"visit:{tx.actor.user_id}")
    now = sa.func.clock_timestamp()
    added = insert(visit).values(**values, user_id=tx.actor.user_id, visited=now)
    tx.execute(
        added.on_conflict_do_update(
            index_elements=["user_id", "target"], set_={"title": added.excluded.title, "visited": now}
        )
    )
    kept = queries.visits(tx.connection, tx.actor)
    gone = [entry["target"] for entry in kept[MOST_VISITS:]]
    if gone:
        tx.execute(sa.delete(visit).where(visit.c.user_id == tx.actor.user_id, visit.c.target.in_(gone)))
    return kept[:MOST_VISITS]


def _unset_default(tx: Tx, path: str) -> None:
    """Leave the list without a default view, before another becomes the default."""
    tx.execute(
        sa.update(saved_view)
        .where(_v.user_id == tx.actor.user_id, _v.list == path, _v.is_default)
        .values(is_default=False, **tables.version_values(saved_view))
    )


def _remove(tx: Tx, table: sa.Table, row_id: int) -> dict[str, Any]:
    removed = sa.delete(table).where(table.c.id == row_id, table.c.user_id == tx.actor.user_id).returning(table.c.id)
    row_or_404(tx.connection, removed)
    return {"id": row_id}
