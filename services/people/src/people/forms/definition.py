"""Definitions of forms in use: pages, and fields with their conditions and formulas. `structure.py` checks them before
they are stored, so reading one never fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kit.values.conditions import Condition, fields_of
from people.forms import conditions, formula

SHOWN_ONLY = frozenset({"heading", "note"})
"""Types of fields without an answer."""


@dataclass(frozen=True)
class FormField:
    """One field of a definition, with its parsed conditions and formula."""

    id: str
    type: str
    raw: Mapping[str, Any]
    page: str
    repeat: str = ""
    shown_if: Condition | None = None
    needed_if: Condition | None = None
    formula: formula.Node | None = None
    fields: tuple[FormField, ...] = ()

    @property
    def title(self) -> str:
        return str(self.raw.get("title") or "")

    @property
    def staff_only(self) -> bool:
        return bool(self.raw.get("staffOnly"))

    @property
    def holds(self) -> str:
        return str(self.raw.get("holds") or "ordinary")

    @property
    def answered(self) -> bool:
        """True if the field has an answer, which people give or the server computes."""
        return self.type not in SHOWN_ONLY

    def get(self, name: str) -> Any:
        return self.raw.get(name)


@dataclass(frozen=True)
class Page:
    """One page of a form. `help` is HTML."""

    id: str
    title: str
    help: str
    shown_if: Condition | None
    fields: tuple[FormField, ...]


@dataclass(frozen=True)
class Definition:
    """A definition. `fields` are all fields by id, those of repeats among them."""

    settings: Mapping[str, Any]
    pages: tuple[Page, ...]
    fields: Mapping[str, FormField] = field(default_factory=dict)

    def top(self) -> Iterator[FormField]:
        """Return the fields outside of repeats, in order."""
        return (entry for page in self.pages for entry in page.fields)

    def page_condition(self, entry: FormField) -> Condition | None:
        return next(page.shown_if for page in self.pages if page.id == entry.page)

    @property
    def special(self) -> frozenset[str]:
        """Fields whose answers are special category data."""
        return frozenset(entry.id for entry in self.fields.values() if entry.holds == "special")

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The fields in the order of dependencies: each after those that decide its own value."""
        needs = self.needs()
        begun: set[str] = set()
        done: list[str] = []
        waiting = [(name, False) for name in reversed(needs)]
        while waiting:
            name, is_left = waiting.pop()
            if is_left:
                done.append(name)
            elif name in needs and name not in begun:
                begun.add(name)
                waiting += [(name, True), *((other, False) for other in reversed(needs[name]))]
        return tuple(done)

    def needs(self) -> dict[str, list[str]]:
        """Return, for each field, the fields that decide its value."""
        return {name: self._needs(entry) for name, entry in self.fields.items()}

    def _needs(self, entry: FormField) -> list[str]:
        result: list[str] = []
        own = [entry.shown_if, self.page_condition(entry)]
        if entry.repeat:
            result.append(entry.repeat)
        for condition in own:
            result += sorted(fields_of(condition)) if condition is not None else ()
        result += formula.fields_of(entry.formula) if entry.formula is not None else ()
        return list(dict.fromkeys(result))


def read(raw: Mapping[str, Any]) -> Definition:
    """Return the definition of checked JSON."""
    pages = tuple(
        Page(
            str(page["id"]),
            str(page.get("title") or ""),
            str(page.get("help") or ""),
            _condition(page.get("shownIf")),
            tuple(_field(entry, str(page["id"])) for entry in page["fields"]),
        )
        for page in raw["pages"]
    )
    every = {}
    for entry in (entry for page in pages for entry in page.fields):
        every[entry.id] = entry
        every |= {inner.id: inner for inner in entry.fields}
    return Definition(raw.get("settings") or {}, pages, every)


def _field(raw: Mapping[str, Any], page: str, repeat: str = "") -> FormField:
    return FormField(
        id=str(raw["id"]),
        type=str(raw["type"]),
        raw=raw,
        page=page,
        repeat=repeat,
        shown_if=_condition(raw.get("shownIf")),
        needed_if=_condition(raw.get("neededIf")),
        formula=formula.parse(raw["formula"]) if raw["type"] == "calculated" else None,
        fields=tuple(_field(inner, page, str(raw["id"])) for inner in raw.get("fields") or ()),
    )


def _condition(raw: Any) -> Condition | None:
    return None if raw is None else conditions.read(raw)


def without_staff_fields(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the definition for persons who are not staff."""

    def kept(fields: Any) -> list[dict[str, Any]]:
        return [
            entry | ({"fields": kept(entry["fields"])} if entry.get("fields") else {})
            for entry in fields
            if not entry.get("staffOnly")
        ]

    settings = {name: value for name, value in (raw.get("settings") or {}).items() if name in _SEEN_SETTINGS}
    pages = [page | {"fields": kept(page["fields"])} for page in raw["pages"]]
    return {"settings": settings, "pages": [page for page in pages if page["fields"]]}


_SEEN_SETTINGS = ("several", "thanks", "reviewed")
