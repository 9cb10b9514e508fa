"""Classes that declare a kind of person; `catalogue.py` declares the seven.

The table, editable fields, list, routes, id mapping and search of a kind are derived from its Kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.policy import Row, Rule, own
from kit.values import Option, Select
from people.policy import STAFF

_TOLD = {
    "title",
    "firstName",
    "lastName",
    "email",
    "status",
    "organisationId",
    "departmentId",
    "agentId",
    "photoOnDocuments",
}
"""Attributes in the payload of PersonChanged."""


LISTED, SORTED = InList(compact=False), InList(sortable=True)
"""Sortable columns of a kind's list, each with an index."""
FILTERED = AsFilter()


@dataclass(frozen=True, kw_only=True)
class Item(Attribute):
    """An attribute of a kind of person, declared for all kinds that have it.

    `may` is the rule of who changes it, by default its readers; `own` lets the person change it too. An `unlisted` one
    is not in any list or export, so each look at it is a look at one record, which is logged (`people.looking`).
    """

    own: bool = False
    unlisted: bool = False
    may: Rule | None = None

    def attribute(self, section: str) -> Attribute:
        """Return the attribute of one kind, with a new column for that kind's table."""
        event = self.name if self.name in _TOLD else ""
        listed = None if self.unlisted else self.listed or LISTED
        return self.copy(section=section, listed=listed, event=event)


@dataclass(frozen=True)
class Part:
    """An accordion section of the profile."""

    name: str
    title: str
    items: Sequence[Item]


@dataclass(frozen=True)
class Narrowed:
    """A narrower list of a kind: persons whose boolean item `flag` is true, with the further columns `listed`."""

    flag: str
    title: str
    listed: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of person.

    `path` is both call and screen: `/students` with `/students/{id}`; `plural` is the heading of the list. `create`
    names the items of a new record besides the shared ones. `may` is the rule of items without their own. `searched`
    are further columns of the search. `ordered` are dates that must follow each other. `young`: the list shows who is
    under 18. `also` are further lists of the kind, by path.
    """

    name: str
    plural: str
    path: str
    parts: Sequence[Part]
    create: Sequence[str] = ()
    may: Rule = STAFF
    searched: Sequence[str] = ()
    ordered: Sequence[Sequence[str]] = ()
    young: bool = False
    also: Mapping[str, Narrowed] = field(default_factory=dict)

    @property
    def items(self) -> list[Item]:
        return [item for part in self.parts for item in part.items]

    @cached_property
    def attributes(self) -> Attributes:
        return Attributes(*(item.attribute(part.name) for part in self.parts for item in part.items))

    @property
    def statuses(self) -> Sequence[Option]:
        status = self.attributes["status"].type
        assert isinstance(status, Select)
        return status.choices

    def payload(self, row: Row) -> dict[str, Any]:
        """Return the payload of PersonChanged for a row of the kind's table."""
        birth = row["birth_date"] if self.young else None
        common = {"kind": self.name, "userId": row["user_id"] or 0, "birthDate": birth.isoformat() if birth else ""}
        return self.attributes.payload(row) | common

    def change_rule(self, item: Item) -> Rule:
        """Return the rule of who changes `item`: the item's or the kind's rule, or the person if the item is `own`."""
        rule = item.may or (item.readers.rule if item.readers else None) or self.may
        return rule | own(self.name, "id") if item.own else rule
