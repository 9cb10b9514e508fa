"""Cells of the entry grid: plan, remove and enter, with a result for each cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict, Invalid, NotFound, Refused
from kit.records import crud, pipeline
from people.exams.entries import checking, grid
from people.exams.entries.attributes import MADE
from people.exams.entries.fields import ENTRY_FIELDS
from people.exams.entries.model import exam_entry
from people.exams.entries.workflow import ENTRY_MOVES
from people.exams.model import exam, exam_series
from people.exams.policy import KEEPS
from people.persons.model import TABLES

_e, _x = exam_entry.c, exam.c
PLANNED = "x"
"""The value of a cell without a tier and an option."""
TIERS = {"F": "foundation", "H": "higher"}
TAKEN_BACK = "Taken back in the entry grid before it was entered"
WAS_MADE = "This entry was made. Please amend or withdraw it with a reason"
NOTHING = "There is no planned entry"
ENTERED_ALREADY = "Already entered"
OTHER_SERIES = "This exam is not one of the series"
NO_CANDIDATE = "Please choose one from the list"
STANDS = "Already set"
Outcome = tuple[str, str]
"""The outcome of a cell (added, changed, entered, unchanged, withdrawn or refused), with the reason."""


def fill(tx: Tx, series_id: int, cells: Sequence[Mapping[str, Any]], *, dry: bool) -> dict[str, Any]:
    """Set the values of cells: `x`, a tier (`F`, `H`) or an entry code plans an entry; an empty value removes a planned
    one. A dry run writes nothing. Returns a result for each cell, and the candidates with their entries. Raises
    Forbidden, NotFound."""
    return _each(tx, series_id, cells, _fill, dry=dry)


def enter(tx: Tx, series_id: int, cells: Sequence[Mapping[str, Any]], *, dry: bool) -> dict[str, Any]:
    """Enter the planned entries of cells. Returns as `fill`. Raises Forbidden, NotFound."""
    return _each(tx, series_id, cells, _enter, dry=dry)


def _each(
    tx: Tx,
    series_id: int,
    cells: Sequence[Mapping[str, Any]],
    act: Callable[[Tx, Mapping[str, Any]], Outcome],
    *,
    dry: bool,
) -> dict[str, Any]:
    kind = tx.scalar(sa.select(exam_series.c.type).where(exam_series.c.id == series_id))
    if kind is None:
        raise NotFound()
    KEEPS.require(tx.actor, {"kind": kind})
    results = list[dict[str, Any]]()
    known = _known(tx, series_id, cells)
    with tx.savepoint(keeps=not dry):
        for cell in cells:
            outcome, text = _one(tx, cell, act, known)
            place = {"candidateId": cell["candidateId"], "examId": cell["examId"]}
            results.append(place | {"outcome": outcome, "text": text})
        touched = sorted({cell["candidateId"] for cell in cells} & known[0])
        shown = grid.of_candidates(tx.connection, tx.actor, series_id, touched)
    return {"cells": results, "candidates": shown}


def _known(tx: Tx, series_id: int, cells: Sequence[Mapping[str, Any]]) -> tuple[set[int], set[int]]:
    """Return the existing candidates and exams of the cells."""
    candidate = TABLES["candidate"].c
    candidates = sa.select(candidate.id).where(candidate.id.in_({cell["candidateId"] for cell in cells}))
    exams = sa.select(_x.id).where(_x.series_id == series_id, _x.id.in_({cell["examId"] for cell in cells}))
    return set(tx.execute(candidates).scalars()), set(tx.execute(exams).scalars())


def _one(
    tx: Tx, cell: Mapping[str, Any], act: Callable[[Tx, Mapping[str, Any]], Outcome], known: tuple[set[int], set[int]]
) -> Outcome:
    if cell["examId"] not in known[1]:
        return "refused", OTHER_SERIES
    if cell["candidateId"] not in known[0]:
        return "refused", NO_CANDIDATE
    try:
        with tx.savepoint():
            return act(tx, cell)
    except Refused as refusal:
        return "refused", refusal.in_words()


def _entry(tx: Tx, cell: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the current entry of a cell, else the one withdrawn last."""
    mine = (_e.candidate_id == cell["candidateId"], _e.exam_id == cell["examId"])
    return tx.one(sa.select(exam_entry).where(*mine).order_by(_e.status == "withdrawn", _e.id.desc()).limit(1))


def _fill(tx: Tx, cell: Mapping[str, Any]) -> Outcome:
    entry, value = _entry(tx, cell), (cell.get("value") or "").strip()
    if entry is not None and entry["status"] in MADE:
        if value and value in (PLANNED, entry["option"]):
            return "unchanged", STANDS
        raise Conflict(WAS_MADE, code="wrong_state")
    if not value:
        return _take_back(tx, entry)
    wanted = _wanted(tx, cell["examId"], value)
    if entry is None:
        return _plan(tx, cell, wanted)
    if entry["status"] == "withdrawn":
        if wanted and wanted != {"option": entry["option"], "tier": entry["tier"]}:
            return _plan(tx, cell, wanted)
        ENTRY_MOVES.run(tx, entry["id"], "plan")
        return "added", ""
    return _change(tx, entry, wanted)


def _wanted(tx: Tx, exam_id: int, value: str) -> dict[str, Any]:
    """Return the option and the tier of a cell's value; neither for `x`. Raises Invalid."""
    if value.lower() == PLANNED:
        return {}
    tier = TIERS.get(value.upper())
    if tier is None:
        chosen = checking.option_for(tx.connection, exam_id, value.upper(), None)
        if not chosen:
            text = checking.NO_OPTIONS.format(option=value)
            raise Invalid(text, fields={"option": text})
        return chosen
    return {"option": "", "tier": tier} | checking.option_for(tx.connection, exam_id, "", tier)


def _plan(tx: Tx, cell: Mapping[str, Any], wanted: Mapping[str, Any]) -> Outcome:
    body = {name: value for name, value in wanted.items() if value}
    crud.create(tx, ENTRY_FIELDS, {"candidateId": cell["candidateId"], "examId": cell["examId"], **body})
    return "added", ""


def _take_back(tx: Tx, entry: Mapping[str, Any] | None) -> Outcome:
    if entry is None or entry["status"] == "withdrawn":
        return "unchanged", NOTHING
    ENTRY_MOVES.run(tx, entry["id"], "withdraw", {"reason": TAKEN_BACK})
    return "withdrawn", ""


def _change(tx: Tx, entry: Mapping[str, Any], wanted: Mapping[str, Any]) -> Outcome:
    """Change option and tier of a planned entry."""
    now = {"option": entry["option"], "tier": entry["tier"]}
    then = {"option": "", "tier": None} | dict(wanted)
    if now == then:
        return "unchanged", STANDS
    # The option first, because the tier follows it.
    if now["option"] != then["option"]:
        pipeline.update_in(tx, ENTRY_FIELDS, "option", entry["id"], then["option"])
    pipeline.update_in(tx, ENTRY_FIELDS, "tier", entry["id"], then["tier"])
    return "changed", ""


def _enter(tx: Tx, cell: Mapping[str, Any]) -> Outcome:
    entry = _entry(tx, cell)
    if entry is None or entry["status"] == "withdrawn":
        return "unchanged", NOTHING
    if entry["status"] in MADE:
        return "unchanged", ENTERED_ALREADY
    ENTRY_MOVES.run(tx, entry["id"], "enter")
    return "entered", ""
