"""Attributes of dashboards and of their tiles (`docs/dashboards.md`)."""

from __future__ import annotations

import sqlalchemy as sa

from identity.dashboards.periods import PERIODS
from identity.roles.rules import RoleIds
from kit.attributes import Attribute, Attributes, InList
from kit.values import Boolean, IdList, Integer, Reference, RichText, Select, Text, options

MOST_SHARED = 100
MOST_TILES = 40
COLUMNS = 12
"""Columns of the grid of tiles."""
KINDS = options(
    ("number", "Number"),
    ("chart", "Chart"),
    ("table", "Table"),
    ("calendar", "Calendar"),
    ("statistic", "Statistic"),
    ("waiting", "Waiting for me"),
    ("text", "Text"),
)
CHARTS = options(
    ("columns", "Columns"),
    ("bars", "Bars"),
    ("line", "Line"),
    ("area", "Area"),
    ("pie", "Pie"),
    ("heat", "Heat map"),
    ("number", "Number"),
    ("table", "Table"),
)
"""The forms of a chart, and those of a statistic, which can also be a number or a table."""
_ROLES_HELP = "Everybody with one of these roles opens it"

DASHBOARD = Attributes(
    Attribute(
        name="title",
        type=Text(required=True, max_length=80),
        section="dashboard",
        default=None,
        listed=InList(sortable=True, width=260),
    ),
    Attribute(
        name="description",
        type=Text(max_length=300),
        section="dashboard",
        listed=InList(width=360),
    ),
    Attribute(
        name="sharedRoles",
        type=RoleIds(),
        title="Shared with roles",
        section="sharing",
        help=_ROLES_HELP,
        listed=InList(width=200),
    ),
    Attribute(
        name="sharedWith",
        type=IdList(source="/users", most=MOST_SHARED),
        title="Shared with people",
        section="sharing",
        comment="user ids",
    ),
    Attribute(
        name="defaultRoles",
        type=RoleIds(),
        title="Start board of",
        section="sharing",
        help="It comes first for these roles",
        listed=InList(title="Start board of", width=170),
    ),
    Attribute(
        name="period",
        type=Select(choices=PERIODS),
        section="filters",
        default="",
        title="Period",
        help="For tiles that name a filter of days",
    ),
    Attribute(
        name="orgId",
        type=Reference(source="/orgs"),
        title="Organisation",
        section="filters",
        links="organisation.id",
        indexed=True,
        help="For tiles whose list has organisations",
    ),
    Attribute(
        name="departmentId",
        type=Reference(source="/departments"),
        title="Department",
        section="filters",
        links="department.id",
        indexed=True,
        help="For tiles whose list has departments",
    ),
)

TILE = Attributes(
    Attribute(name="kind", type=Select(choices=KINDS, required=True), section="tile", default="number"),
    Attribute(name="title", type=Text(required=True, max_length=80), section="tile", default=None),
    Attribute(
        name="service",
        section="tile",
        comment="the owner of the list",
        type=Text(max_length=20, pattern="[a-z]{2,20}", refusal="Please name a service"),
    ),
    Attribute(
        name="list",
        section="tile",
        type=Text(max_length=120, pattern=r"(/[A-Za-z0-9_.-]{1,60}){1,6}", refusal="Please choose a list"),
        column=sa.Column("list_path", sa.Text, nullable=False, server_default="", comment="path of the list"),
    ),
    Attribute(
        name="query",
        type=Text(max_length=1_000),
        title="Filters",
        section="tile",
        comment="filters of the list as in an address; @period stands for the days of a period",
    ),
    Attribute(
        name="periodFilter",
        type=Text(max_length=60),
        title="Period filter",
        section="tile",
        help="The filter of days that takes the period of the dashboard",
    ),
    Attribute(
        name="by",
        type=Text(max_length=120),
        title="Grouped by",
        section="tile",
        column=sa.Column("grouped_by", sa.Text, nullable=False, server_default=""),
    ),
    Attribute(name="measure", type=Text(max_length=60), section="tile", comment="a sum of the list; empty: the number"),
    Attribute(name="compare", type=Boolean(), title="Compare with the period before", section="tile"),
    Attribute(name="chart", type=Select(choices=CHARTS, required=True), section="tile", default="columns"),
    Attribute(
        name="columns",
        type=Text(max_length=400),
        section="tile",
        comment="names of columns, in order",
        column=sa.Column("shown_columns", sa.Text, nullable=False, server_default=""),
    ),
    Attribute(
        name="sort",
        type=Text(max_length=120),
        section="tile",
        column=sa.Column("sorted_by", sa.Text, nullable=False, server_default=""),
    ),
    Attribute(name="text", type=RichText(max_length=4_000), section="tile", comment="sanitised html"),
    *(
        Attribute(
            name=name,
            type=Integer(minimum=low, maximum=high, required=True),
            section="place",
            title=title,
            column=sa.Column(column, sa.Integer, nullable=False, server_default=default),
        )
        for name, column, title, low, high, default in (
            ("x", "x", "Column", 0, COLUMNS - 1, "0"),
            ("y", "y", "Row", 0, 500, "0"),
            ("w", "w", "Width", 1, COLUMNS, "3"),
            ("h", "h", "Height", 1, 20, "2"),
        )
    ),
)
