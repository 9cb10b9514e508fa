"""Types of the answers about dashboards."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from kit.values.schemas import Moment


class Person(TypedDict):
    """A user by name."""

    id: int
    name: str


class Tile(TypedDict):
    id: int
    kind: str
    title: str
    service: str
    list: str
    query: str
    periodFilter: str
    by: str
    measure: str
    compare: bool
    chart: str
    columns: str
    sort: str
    text: str
    x: int
    y: int
    w: int
    h: int


"""A tile in its place on a grid of 12 columns. `query` has filters in the form of an address."""


class DashboardParts(TypedDict):
    """Parts of a dashboard besides its fields. `owner` is null for a start board of the installation."""

    owner: Person | None
    isMine: bool
    sharedPeople: list[Person]
    organisation: str | None
    department: str | None
    tiles: list[Tile]


class TileAnswer(TypedDict):
    """The content of a tile: the body of its list's own call, or why there is none. `query` are the filters with which
    the list shows these rows; `state` is `away` while the service of the list does not answer. `ignores` names the
    filters of the dashboard that do not narrow this tile. For a statistic, `screen` is the address of its screen, and
    `rowsOf` the path of the list with the rows of its groups."""

    id: int
    state: Literal["ok", "refused", "away"]
    error: NotRequired[str]
    query: NotRequired[dict[str, str]]
    ignores: NotRequired[list[Literal["period", "organisation", "department"]]]
    total: NotRequired[int]
    figures: NotRequired[Any]
    rows: NotRequired[list[Any]]
    meta: NotRequired[Any]
    screen: NotRequired[str]
    rowsOf: NotRequired[str]


class Answers(TypedDict):
    """The contents of all tiles of a dashboard, at one time."""

    tiles: list[TileAnswer]


class ListOffer(TypedDict):
    """A list for a tile: the service that owns it, its path and title, and whether it has figures."""

    service: str
    path: str
    title: str
    figures: bool


class StatisticPart(TypedDict):
    """A grouping of a statistic, a measure of it with its type, or a date filter."""

    name: str
    title: str
    type: NotRequired[str]


class StatisticOffer(TypedDict):
    """A statistic for a tile: the service that owns it, its path and title, and its parameters."""

    service: str
    path: str
    title: str
    by: list[StatisticPart]
    measures: list[StatisticPart]
    days: list[StatisticPart]


class Offers(TypedDict):
    """The lists and statistics that the caller may read, and the services that do not answer now."""

    lists: list[ListOffer]
    statistics: list[StatisticOffer]
    away: list[str]


class BoardMail(TypedDict):
    """A reader who gets a dashboard by email: days and hour in London, the next email, the last one, and why that was
    not sent."""

    userId: int
    name: str
    rhythm: str
    day: int | None
    hour: int
    next: Moment
    lastSent: Moment | None
    active: bool
    problem: str


class MailSettings(TypedDict):
    """The emails of a dashboard: the caller's own, and for its owner those of others."""

    mine: BoardMail | None
    others: list[BoardMail]
    owns: bool


class MailStarted(TypedDict):
    """The id of the job that mails a dashboard."""

    id: str


class Copied(TypedDict):
    """The id of the new dashboard."""

    id: int


class Laid(TypedDict):
    """The number of tiles whose place changed."""

    tiles: int
