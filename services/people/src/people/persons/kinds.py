"""Classes that declare a kind of person; `catalogue.py` declares the seven.

Table, editable fields, list, routes, id mapping and search of a kind are derived from its Kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.policy import Row, Rule, own
from kit.values import FieldType, Option
from people.policy import STAFF

_TOLD = {"title", "firstName", "lastName", "email", "status", "organisationId", "departmentId"}
"""Items that PersonChanged carries."""


@dataclass(frozen=True, kw_only=True)
class Item:
    """An attribute of a kind of person: a column, a field of the profile and, when `listed`, a column of the list.

    `may` is the rule of who changes it; `own` lets the person change it too. `only` hides it from everybody outside
    that rule, the person included. `sorted` gives the list's column a sort and its index; `filtered` a filter.
    `links` is the column that a Reference refers to.
    """

    name: str
    type: FieldType
    title: str = ""
    help: str = ""
    default: str = ""
    own: bool = False
    may: Rule | None = None
    only: Rule | None = None
    listed: bool = False
    sorted: bool = False
    filtered: bool = False
    links: str = ""

    def attribute(self, section: str) -> Attribute:
        """The attribute of one kind, with a new column for that kind's table."""
        return Attribute(
            name=self.name,
            type=self.type,
            default=self.default,
            links=self.links,
            title=self.title,
            help=self.help,
            section=section,
            listed=InList(sortable=self.sorted, compact=self.sorted),
            filtered=AsFilter() if self.filtered else None,
            told=self.name if self.name in _TOLD else "",
        )


@dataclass(frozen=True)
class Part:
    """An accordion section of the profile."""

    name: str
    title: str
    items: Sequence[Item]


@dataclass(frozen=True)
class Narrowed:
    """A narrower list of a kind: persons whose boolean item `flag` is true, with `listed` as further columns."""

    flag: str
    title: str
    listed: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Kind:
    """One kind of person.

    `path` is the call and the screen: `/students` with `/students/{id}`; `plural` heads the list. `create` names the
    items of a new record besides those that all kinds share. `may` is the rule of items without their own. `searched`
    are further columns of the search. `ordered` are dates that must follow each other. `young`: the list shows who is
    under 18. `also` are further lists of the kind, by path.
    """

    name: str
    plural: str
    path: str
    statuses: Sequence[Option]
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

    def payload(self, row: Row) -> dict[str, Any]:
        """PersonChanged of a row of the kind's table."""
        return {**self.attributes.payload(row), "kind": self.name, "userId": row["user_id"] or 0}

    def change_rule(self, item: Item) -> Rule:
        """The rule of who changes `item`: the item's or the kind's rule, or the person where the item is `own`."""
        rule = item.may or item.only or self.may
        return rule | own(self.name, "id") if item.own else rule
