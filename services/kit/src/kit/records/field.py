"""Field: one editable field of a record, the right to change it and the effects of a change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from kit.policy import Actor, Readers, Row, Rule
from kit.values import FieldType
from kit.values.conditions import Condition, Requirement, Titled
from kit.values.labels import humanize

if TYPE_CHECKING:
    from kit.database import Tx
    from kit.workflow import Workflow


@dataclass(frozen=True)
class Change:
    """A change of one field: the whole row before it, the old and the new value."""

    actor: Actor
    field: Field
    row: Row
    old: Any
    new: Any


Check = Callable[[Change], None]
"""Check the change. Raises Invalid or Conflict with the spec's text."""
After = Callable[["Tx", Change], None]
"""An effect of the change, in its transaction."""
Dependents = Callable[["Tx", Change], Mapping[str, Any]]
"""Returns the new values of the fields that change with this one, by name; it may refuse, like a Check."""


@dataclass(frozen=True, kw_only=True)
class Acts:
    """The right to change a field, and the effects of the change.

    `may` overrides the set's rule; `when(row)` returns the text that refuses a change, or None; `check` compares the
    new value with the row. `dependents` returns the other fields of the record that change in the same statement (and,
    under the field's own name, the value to store instead of the one sent); `after` runs in the same transaction.

    `workflow` is the one whose state this field contains: writing the field makes the move to that state, and `may` can
    deny it to actors who make the same move by its own call. `shown` hides the field from actors it refuses; a
    `withheld` field is null for them instead of absent, if a contract names it.
    """

    may: Rule | None = None
    when: Callable[[Row], str | None] | None = None
    check: Check | None = None
    dependents: Dependents | None = None
    after: After | None = None
    workflow: Workflow | None = None
    read_only: bool = False
    shown: Rule | None = None
    withheld: bool = False


@dataclass(frozen=True, kw_only=True)
class Field(Acts):
    """One editable field. `readers` may read it, and are the caption next to its input. `shown_if`, `titles` and
    `needed` come from its attribute (`kit.completeness`)."""

    name: str
    column: sa.Column[Any]
    type: FieldType
    title: str = ""
    help: str = ""
    readers: Readers | None = None
    shown_if: Condition | None = None
    titles: Sequence[Titled] = ()
    needed: Sequence[Requirement] = ()

    def label(self) -> str:
        return self.title or humanize(self.name)

    @property
    def seen_by(self) -> tuple[Rule, ...]:
        """The rules of its readers; none if everybody who reaches the record may read it."""
        marked = (self.shown, self.readers.rule if self.readers is not None else None)
        return tuple(rule for rule in marked if rule is not None)

    def seen(self, actor: Actor, row: Row | None = None) -> bool:
        """Return whether the page may show it."""
        return all(rule(actor, row) for rule in self.seen_by)

    def meta(self) -> dict[str, Any]:
        """Return the form field (`docs/api.md`, Records)."""
        meta = {"name": self.name, "title": self.label()} | self.type.meta()
        if self.help:
            meta["help"] = self.help
        if self.read_only:
            meta["readOnly"] = True
        if self.readers is not None and self.readers.label:
            meta["readers"] = self.readers.label
        if self.shown_if is not None:
            meta["shownIf"] = self.shown_if.meta()
        if self.titles:
            meta["titles"] = [entry.meta() for entry in self.titles]
        if self.needed:
            meta["needed"] = [entry.meta() for entry in self.needed]
        return meta


@dataclass(frozen=True)
class Section:
    """An accordion section of a profile."""

    name: str
    title: str
    fields: Sequence[Field]
