"""The name of a place: a room is named with its site, since every building has its Room 3."""

from __future__ import annotations

import sqlalchemy as sa

from people.places.model import location

_site = location.alias("site")


def placed(place: sa.FromClause) -> sa.ColumnElement[str]:
    """Return `Oxford, Room 3`: a room after its building, or else its city; any other place by its title. Null if
    `place`, a row of `location`, is."""
    c = place.c
    building = sa.select(_site.c.title).where(_site.c.id == c.parent_id).correlate(place).scalar_subquery()
    site = sa.func.coalesce(building, sa.func.nullif(c.city, ""))
    return sa.case((c.type == "room", sa.func.concat_ws(", ", site, c.title, type_=sa.Text)), else_=c.title)


PLACE = placed(location)
