"""Declarations of kinds of person. The seven of them stand in `catalogue.py`.

From one Kind come its table, its editable fields, its list, its routes, its id mapping and its place in the search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.policy import Rule, own
from kit.values import FieldType, Option
from people.policy import STAFF


@dataclass(frozen=True, kw_only=True)
class Item:
    """One thing known about a person: a column, a field of the profile and, when `listed`, a column of the list.

    `own` lets the person change it on their own record beside whoever `may`; `only` hides it from everybody else,
    the person included. `sorted` gives the list's column a sort and the index for it; `filtered` a filter.
    `links` is the column a Reference points to.
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
        """The attribute of one kind: its column belongs to the table of that kind alone."""
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
        )


@dataclass(frozen=True)
class Part:
    """An accordion section of the profile."""

    name: str
    title: str
    items: Sequence[Item]


@dataclass(frozen=True)
class Narrowed:
    """The list of a kind once more: those for whom the boolean item `flag` is true, with the items `listed` besides."""

    flag: str
    title: str
    listed: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Kind:
    """One kind of person.

    `path` is the call and the screen: `/students` with `/students/{id}`; `plural` heads the list. `create` names the
    items a new record is made from, beside those of everybody. `may` changes fields that say nothing else.
    `searched` are further columns the search looks into. `ordered` are days that follow each other. `young`: the list
    says who is under 18. `also` are further lists of the kind by their paths.
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

    def change_rule(self, item: Item) -> Rule:
        """The rule of who changes `item`: the item's own or the kind's, and for a person's own items the person."""
        rule = item.may or item.only or self.may
        return rule | own(self.name, "id") if item.own else rule
