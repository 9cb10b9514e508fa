"""Results of a board or a spreadsheet: the grade and the mark of each entry, and the marks of its papers.

A record that cannot be stored is refused with its fault, which is an anomaly until the record is read again or set
aside. Candidates, parents and tutors see nothing of it before "Results from" of the series.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa

from kit.changes import writing
from kit.database import Tx, row_or_404
from kit.errors import Conflict, Refused
from people.exams import grading
from people.exams.anomalies.rows import refresh_rows
from people.exams.candidacies.model import exam_candidacy
from people.exams.components.model import exam_component
from people.exams.entries.attributes import MADE
from people.exams.entries.model import exam_entry
from people.exams.entries.workflow import ENTRY_MOVES
from people.exams.files import layouts, result_sheets
from people.exams.files.basedata import Outcome
from people.exams.files.model import exam_file, exam_file_row
from people.exams.files.result_sheets import Paper, Result
from people.exams.marks import writing as marks
from people.exams.model import exam
from people.exams.options.queries import OPTION
from people.exams.policy import EXAMS_OFFICE
from people.exams.reviews.model import result_review
from people.persons.model import TABLES
from people.persons.queries import full_name

_e, _x, _p, _c, _f, _r, _v = (
    exam_entry.c,
    exam.c,
    exam_candidacy.c,
    exam_component.c,
    exam_file.c,
    exam_file_row.c,
    result_review.c,
)
_candidate = TABLES["candidate"]
NO_CANDIDATE = "No candidate of this series is {who}"
SEVERAL = "Several candidates of this series are {who}"
OTHER_UCI = "Candidate {number} has the UCI {uci}"
OTHER_BIRTH = "Candidate {number} was born on another day"
NO_ENTRY = "{candidate} has no entry for {code}"
NOT_ENTERED = "The entry for {code} is {status}"
SEVERAL_ENTRIES = "{candidate} has several entries for {code}. The entry code tells them apart"
NO_GRADE = "{grade} is no grade of {exam}"
NOTHING = "This record has no grade and no mark"
NO_PAPER = "{exam} has no paper {code}"
NO_MARK = "{mark} is not a valid mark"
REVIEWED = "A review has changed this grade to {grade}. Change it by hand if the board has taken that back"
LATER = "A later file has the result of this entry"
ASIDE = "Set aside by {name}: {reason}. {text}"
EMPTIED = "The content of this file was deleted after its series was closed"


class Fault(Conflict):
    """A record of a result that cannot be stored; `kind` is the kind of the anomaly."""

    def __init__(self, kind: str, text: str, entry_id: int | None = None) -> None:
        super().__init__(text)
        self.kind, self.entry_id = kind, entry_id


def records(file: Mapping[str, Any]) -> list[Result]:
    """Return the results in a stored file. Raises Invalid if it is in another format."""
    content = file["content"]
    if content.startswith("["):
        return result_sheets.results(content)
    _, lines = layouts.read("R", content)
    return [
        Result(
            line.number,
            number=line.values["number"],
            uci=line.values["uci"].upper(),
            centre=line.values["centre"],
            code=line.values["option"],
            grade=line.values["grade"],
            mark=line.values["mark"],
            papers=tuple(Paper(one["component"], one["mark"], one["outOf"]) for one in layouts.papers_of(line.values)),
        )
        for line in lines
    ]


def take(tx: Tx, file: Mapping[str, Any], lines: Sequence[int] | None = None) -> list[Outcome]:
    """Write the results of a file, or of some of its lines; return the outcome of each."""
    taking = _Taking(tx, file)
    return [taking.one(one) for one in records(file) if lines is None or one.line in lines]


@dataclass(frozen=True)
class _Taking:
    """Writes of the results of one file."""

    tx: Tx
    file: Mapping[str, Any]

    def one(self, result: Result) -> Outcome:
        """Write a result in a savepoint, so that a refused one leaves nothing."""
        outcome = Outcome(result.line, result.what, "refused")
        try:
            with self.tx.savepoint():
                return replace(outcome, **self._write(result))
        except Fault as fault:
            return replace(outcome, text=str(fault), fault=fault.kind, entry_id=fault.entry_id)
        except Refused as refusal:
            return replace(outcome, text=refusal.in_words()[:500], fault="unknownMark")

    def _write(self, result: Result) -> dict[str, Any]:
        entry = self._entry(self._candidate(result), result)
        text = {"text": "", "entry_id": entry["id"]}
        if self._has_later(entry["id"]):
            return {"outcome": "unchanged", **text, "text": LATER}
        values = self._values(entry, result)
        has_changed = any(entry[name] != value for name, value in values.items())
        if has_changed:
            writing.change(self.tx, ENTRY_MOVES, entry, values)
        was_empty = not entry["result_grade"] and entry["result_mark"] is None
        for paper in result.papers:
            has_changed |= self._paper(entry, paper)
        return {"outcome": ("added" if was_empty else "changed") if has_changed else "unchanged", **text}

    def _candidate(self, result: Result) -> dict[str, Any]:
        """Return the candidate's place in the series. Raises Fault if it matches nobody or several candidates, or if
        the identifying values disagree: a result must not reach somebody else."""
        known_uci = sa.func.coalesce(sa.func.nullif(_p.uci, ""), _candidate.c.uci, "")
        columns = (
            _p.id,
            _p.number,
            known_uci.label("uci"),
            _candidate.c.birth_date,
            full_name(_candidate).label("candidate"),
        )
        statement = sa.select(*columns).join(_candidate, _candidate.c.id == _p.candidate_id)
        statement = statement.where(_p.series_id == self.file["series_id"], *self._named(result, known_uci))
        rows = self.tx.all(statement.limit(2))
        if len(rows) != 1:
            raise Fault("unknownCandidate", (SEVERAL if rows else NO_CANDIDATE).format(who=result.who))
        row = rows[0]
        if result.uci and row["uci"] and row["uci"] != result.uci:
            raise Fault("unknownCandidate", OTHER_UCI.format(**row))
        if result.born and row["birth_date"] is not None and row["birth_date"].isoformat() != result.born:
            raise Fault("unknownCandidate", OTHER_BIRTH.format(**row))
        return row

    @staticmethod
    def _named(result: Result, known_uci: sa.ColumnElement[str]) -> list[sa.ColumnElement[bool]]:
        if result.number:
            centre = [_p.centre_number.in_(("", result.centre))] if result.centre else []
            return [_p.number == result.number.rjust(4, "0"), *centre]
        if result.uci:
            return [known_uci == result.uci]
        if not result.name or not result.born:
            return [sa.false()]
        plain = " ".join(result.name.replace(",", " ").replace(":", " ").lower().split())
        names = (
            sa.func.lower(full_name(_candidate)),
            sa.func.lower(_candidate.c.last_name + " " + _candidate.c.first_name),
            sa.func.lower(sa.func.trim(sa.func.replace(_p.legal_name, ":", ""))),
        )
        return [sa.cast(_candidate.c.birth_date, sa.Text) == result.born, sa.or_(*(one == plain for one in names))]

    def _entry(self, place: Mapping[str, Any], result: Result) -> dict[str, Any]:
        """Return the entry of a result, locked. Raises Fault."""
        of_code = sa.or_(OPTION.in_([result.code]), _x.code == result.code)
        statement = (
            sa.select(exam_entry, _x.level, _x.subject, _x.grades, OPTION.in_([result.code]).label("by_option"))
            .join(exam, _x.id == _e.exam_id)
            .where(_e.candidacy_id == place["id"], _x.board == self.file["board"], of_code)
            .order_by(_e.id)
            .with_for_update(of=exam_entry)
        )
        rows = self.tx.all(statement)
        entered = [row for row in rows if row["status"] in MADE]
        exact = [row for row in entered if row["by_option"]] or entered
        if len(exact) == 1:
            return exact[0]
        named = {"candidate": place["candidate"], "code": result.code}
        if exact:
            raise Fault("unknownEntry", SEVERAL_ENTRIES.format(**named))
        if rows:
            text = NOT_ENTERED.format(code=result.code, status=rows[-1]["status"])
            raise Fault("unknownEntry", text, rows[-1]["id"])
        raise Fault("unknownEntry", NO_ENTRY.format(**named))

    def _has_later(self, entry_id: int) -> bool:
        """Return whether a later file of results has written this entry."""
        later = (
            _f.series_id == self.file["series_id"],
            _f.board == self.file["board"],
            _f.kind == "results",
            _f.id > self.file["id"],
        )
        kept = (_r.entry_id == entry_id, _r.outcome != "refused")
        return bool(
            self.tx.scalar(sa.select(sa.exists().where(*later, *kept, _f.id == _r.file_id).select_from(exam_file_row)))
        )

    def _values(self, entry: Mapping[str, Any], result: Result) -> dict[str, Any]:
        """Return the columns that a result writes. Raises Fault."""
        values: dict[str, Any] = {}
        title = f"{entry['level']} {entry['subject']}"
        if result.grade:
            if not grading.fits(result.grade, entry["level"], entry["grades"] or ""):
                raise Fault("unknownGrade", NO_GRADE.format(grade=result.grade, exam=title), entry["id"])
            self._check_review(entry, result.grade)
            values["result_grade"] = result.grade
        if result.mark:
            values["result_mark"] = _number(result.mark, entry["id"])
        if not values and not result.papers:
            raise Fault("unknownGrade", NOTHING, entry["id"])
        return values

    def _check_review(self, entry: Mapping[str, Any], grade: str) -> None:
        """Refuse the grade from before a review, which a board may repeat in a later file. Raises Fault."""
        changed = (_v.entry_id == entry["id"], _v.status == "changed", _v.grade_after == entry["result_grade"])
        if grade != entry["result_grade"] and self.tx.scalar(sa.select(sa.exists().where(*changed))):
            raise Fault("reviewed", REVIEWED.format(grade=entry["result_grade"]), entry["id"])

    def _paper(self, entry: Mapping[str, Any], paper: Paper) -> bool:
        if not paper.mark:
            return False
        component = self.tx.scalar(sa.select(_c.id).where(_c.exam_id == entry["exam_id"], _c.code == paper.code))
        if component is None:
            if not paper.certain:
                return False
            title = f"{entry['level']} {entry['subject']}"
            raise Fault("unknownMark", NO_PAPER.format(exam=title, code=paper.code), entry["id"])
        most = _number(paper.most, entry["id"]) if paper.most.strip("0") else None
        return marks.put(self.tx, entry, int(component), _number(paper.mark, entry["id"]), most, "board")


def _number(text: str, entry_id: int) -> int:
    whole = text.removesuffix(".0")
    if not whole.isdecimal():
        raise Fault("unknownMark", NO_MARK.format(mark=text), entry_id)
    return int(whole)


def read_again(tx: Tx, file: Mapping[str, Any]) -> int:
    """Read the refused records of a file again; return the number stored. Raises Conflict once it is emptied."""
    if not file["content"]:
        raise Conflict(EMPTIED)
    rows = tx.all(sa.select(_r.id, _r.line).where(_r.file_id == file["id"], _r.fault.is_not(None)))
    ids = {row["line"]: row["id"] for row in rows}
    outcomes = take(tx, file, list(ids))
    for one in outcomes:
        tx.execute(sa.update(exam_file_row).where(_r.id == ids[one.line]).values(**vars(one)))
    refresh_rows(tx, file["id"])
    return sum(one.outcome != "refused" for one in outcomes)


def read_file_again(tx: Tx, file_id: int) -> int:
    """Read the refused records of a file again; return the number stored. Raises Forbidden, NotFound and Conflict."""
    EXAMS_OFFICE.require(tx.actor)
    file = row_or_404(tx.connection, sa.select(exam_file).where(_f.id == file_id, _f.kind == "results"))
    tx.lock(f"board files {file['series_id']}")
    return read_again(tx, file)


def set_aside(tx: Tx, row_id: int, reason: str) -> dict[str, Any]:
    """Set a refused record aside, with the name of the actor; return the record. Raises Forbidden, NotFound."""
    EXAMS_OFFICE.require(tx.actor)
    row = row_or_404(
        tx.connection, sa.select(exam_file_row).where(_r.id == row_id, _r.fault.is_not(None)).with_for_update()
    )
    text = ASIDE.format(name=tx.actor.name, reason=reason, text=row["text"])[:500]
    tx.execute(sa.update(exam_file_row).where(_r.id == row_id).values(fault=None, text=text))
    refresh_rows(tx, row["file_id"])
    return {"id": row_id, "text": text}
