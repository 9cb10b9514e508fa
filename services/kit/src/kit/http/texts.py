"""The texts of declared lists and records that people read, for the page's catalogue of translations: `x-texts` of the
OpenAPI entries of their columns and fields. A text with values of a record, `Bill {reference} approved`, is not
included."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kit.lists.figures.statistics import Statistic
from kit.lists.spec import ListSpec
from kit.records import FieldSet
from kit.workflow import Move

TEXTS = "x-texts"
_READ = frozenset({"title", "label", "help", "placeholder", "suffix", "unit", "text", "yes", "no", "done", "one"})
"""The properties of an answer that people read; the web's `libs/language` looks up the same ones."""


def of_list(spec: ListSpec) -> list[str]:
    """Return the texts of a list's columns, filters, figures and moves, in alphabetical order."""
    parts: list[Any] = [{"title": spec.title, "one": spec.one}, *(column.meta() for column in spec.columns)]
    parts += [{"label": entry.label(), "options": [one.meta() for one in entry.options]} for entry in spec.filters]
    parts.append(spec.figures.meta() if spec.figures is not None else {})
    moves = spec.row_workflow.of_selections if spec.row_workflow is not None else ()
    return _sorted([*_texts_in(parts), *(text for move in moves for text in _of_move(move))])


def of_statistic(statistic: Statistic) -> list[str]:
    """Return the texts of a statistic, of its groupings and of its measures, in alphabetical order."""
    dimensions = [{"title": title} for one in statistic.by for title in one.titles]
    return _sorted(_texts_in([statistic.offer(), dimensions]))


def of_record(fieldset: FieldSet) -> list[str]:
    """Return the texts of a record's sections, fields and moves, in alphabetical order."""
    parts: list[Any] = [{"title": section.title} for section in fieldset.sections]
    parts += [fieldset.field_meta(entry) for entry in fieldset.fields.values()]
    moves = fieldset.workflow.moves if fieldset.workflow is not None else ()
    return _sorted([*_texts_in(parts), *(text for move in moves if not move.hidden for text in _of_move(move))])


def _of_move(move: Move) -> Iterator[str]:
    yield from (move.title, move.done)
    if move.confirm is not None:
        yield from (move.confirm.title, move.confirm.yes, move.confirm.no)
        yield move.confirm.text if isinstance(move.confirm.text, str) else ""
    yield from _texts_in([need.meta() for need in move.needs])


def _texts_in(part: Any, *, everything: bool = False) -> Iterator[str]:
    """Yield the texts in a declared part of an answer; `labels` contains nothing else."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, Mapping):
        for name, value in part.items():
            if not isinstance(value, str) or everything or name in _READ:
                yield from _texts_in(value, everything=everything or name == "labels")
    elif isinstance(part, list | tuple):
        for one in part:
            if not isinstance(one, str):
                yield from _texts_in(one, everything=everything)


def _sorted(texts: Iterable[str]) -> list[str]:
    return sorted({text for text in texts if text and "{" not in text and any(map(str.isalpha, text))})
