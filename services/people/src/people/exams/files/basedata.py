"""Import of basedata as exams, options and papers: each record of a file is added, changed or unchanged.

Every record is written like a call, with rights, checks, history and event, in a savepoint, so that a refused one does
not block the others.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid, Refused
from kit.lists.sheets import cells
from kit.records import FieldSet, crud
from kit.records.several import ChangeRequest, update_several_in
from kit.values import Date
from people.exams.components.fields import COMPONENT_FIELDS
from people.exams.components.model import exam_component
from people.exams.entries.model import exam_entry
from people.exams.fields import EXAM_FIELDS
from people.exams.files.layouts import Line
from people.exams.model import exam
from people.exams.options.fields import DISALLOWED_FIELDS, OPTION_FIELDS
from people.exams.options.model import exam_disallowed, exam_option
from people.exams.options.queries import ENTERED
from people.reference.model import TABLES

_x, _o, _c, _d, _e = exam.c, exam_option.c, exam_component.c, exam_disallowed.c, exam_entry.c
NO_SYLLABUS = "Import the syllabus {code} first: it is not known in this series"
NO_PAPER = "Import the papers first: {code} is not known"
NO_SUBJECT = "Add the subject {title} under Setup, or add the exam with the code {code} by hand"
NO_LEVEL = "Add the level {title} under Setup, or add the exam with the code {code} by hand"
KEPT = "The board no longer offers it. {count} to amend"
_TIERS = {"F": "foundation", "H": "higher"}
_KINDS = {"W": "written", "S": "speaking", "P": "practical", "O": "onScreen", "C": "coursework"}
_SESSIONS = {"A": "am", "P": "pm", "E": "ev"}


@dataclass(frozen=True)
class Outcome:
    """The outcome of a record: its line, its subject, what happened, and why. A result has its fault and entry too."""

    line: int
    what: str
    outcome: str
    text: str = ""
    fault: str | None = None
    entry_id: int | None = None


@dataclass(frozen=True)
class Basedata:
    """The series and the board whose basedata is imported, and the version of the file."""

    tx: Tx
    series_id: int
    board: str
    version: int

    def each(self, lines: Sequence[Line], write: Callable[[Mapping[str, str]], tuple[str, str]]) -> list[Outcome]:
        """Write each record in a savepoint; `write` returns the outcome and the reason."""
        outcomes = []
        for line in lines:
            what = " ".join(text for text in list(line.values.values())[:3] if text)[:200]
            try:
                with self.tx.savepoint():
                    outcome, text = write(line.values)
            except Refused as refusal:
                outcome, text = "refused", refusal.in_words()
            outcomes.append(Outcome(line.number, what, outcome, text[:500]))
        return outcomes

    def exam_of(self, code: str) -> dict[str, Any] | None:
        """Return the exam of a syllabus in the series."""
        mine = (_x.series_id == self.series_id, _x.board == self.board, _x.code == code)
        return self.tx.one(sa.select(exam).where(*mine).order_by(_x.id).limit(1))

    def syllabus(self, values: Mapping[str, str]) -> tuple[str, str]:
        """Write the exam of a syllabus. Level and subject come from the exam in another series, else from words of the
        same title. Raises Invalid."""
        known = self.exam_of(values["code"])
        if known is not None:
            return self.change(EXAM_FIELDS, known, {"name": values["title"]})
        earlier = self.tx.one(
            sa.select(_x.level, _x.subject)
            .where(_x.board == self.board, _x.code == values["code"])
            .order_by(_x.id.desc())
            .limit(1)
        )
        body = earlier or {
            "level": self._word("exam_level", values["level"], NO_LEVEL, values["code"]),
            "subject": self._word("exam_subject", values["title"], NO_SUBJECT, values["code"]),
        }
        crud.create(
            self.tx,
            EXAM_FIELDS,
            {
                **body,
                "seriesId": self.series_id,
                "name": values["title"],
                "board": self.board,
                "code": values["code"],
                "papers": 1,
            },
        )
        return "added", ""

    def _word(self, table: str, title: str, refusal: str, code: str) -> str:
        titles = TABLES[table].c
        same = sa.func.lower(titles.title) == title.lower()
        word = self.tx.scalar(sa.select(titles.title).where(same))
        if word is None:
            raise Invalid(refusal.format(title=title or "of this syllabus", code=code))
        return str(word)

    def option(self, values: Mapping[str, str]) -> tuple[str, str]:
        """Write an option with its tier and fee. Raises Invalid."""
        of = self.exam_of(values["syllabus"])
        if of is None:
            return "waiting", NO_SYLLABUS.format(code=values["syllabus"])
        fee = values["fee"]
        if fee and not fee.isdecimal():
            raise Invalid(f"{fee} is no fee in pence")
        body = {"title": values["title"], "tier": _TIERS.get(values["tier"]), "fee": int(fee) if fee else None}
        known = self.tx.one(sa.select(exam_option).where(_o.exam_id == of["id"], _o.code == values["code"]))
        if known is None:
            record = crud.create(self.tx, OPTION_FIELDS, {"examId": of["id"], "code": values["code"], **body})
            self._mark(record, withdrawn=False)
            return "added", ""
        outcome, _ = self.change(OPTION_FIELDS, known, body)
        if known["withdrawn"] or known["basedata"] != self.version:
            self._mark(known["id"], withdrawn=False)
        return ("changed" if known["withdrawn"] else outcome), ""

    def _mark(self, option_id: int, *, withdrawn: bool) -> None:
        values = {"withdrawn": withdrawn, "basedata": self.version, "version": _o.version + 1}
        self.tx.execute(sa.update(exam_option).where(_o.id == option_id).values(values))

    def withdraw_others(self, codes: Sequence[str], line: int) -> list[Outcome]:
        """Mark the options that the board no longer offers. They stay for the entries that name them."""
        of_board = (_x.series_id == self.series_id, _x.board == self.board)
        gone = self.tx.all(
            sa.select(_o.id, _o.code, _o.title, ENTERED.label("entries"))
            .select_from(exam_option.join(exam, _x.id == _o.exam_id))
            .where(*of_board, ~_o.withdrawn, _o.basedata.is_not(None), _o.code.not_in(codes))
            .order_by(_o.code)
        )
        outcomes = []
        for place, row in enumerate(gone, start=1):
            self._mark(row["id"], withdrawn=True)
            count = "1 entry" if row["entries"] == 1 else f"{row['entries']} entries"
            text = KEPT.format(count=count) if row["entries"] else "The board no longer offers it"
            outcomes.append(Outcome(line + place, f"{row['code']} {row['title']}".strip(), "withdrawn", text))
        return outcomes

    def papers(self, components: Sequence[Line], links: Sequence[Line]) -> list[Outcome]:
        """Write the papers of each option that the links name, then set the papers of each option."""
        by_code = {line.values["code"]: line for line in components}
        options = self._options()
        of_option: dict[str, list[str]] = {}
        exams: dict[str, set[int]] = {}
        outcomes = []
        for line in links:
            option, code = line.values["option"], line.values["component"]
            text = NO_PAPER.format(code=code) if code not in by_code else ""
            if option not in options:
                text = f"Import the options first: {option} is not known"
            if text:
                outcomes.append(Outcome(line.number, f"{option} {code}", "waiting", text))
                continue
            of_option.setdefault(option, []).append(code)
            exams.setdefault(code, set()).add(options[option]["exam_id"])
        for code, ids in exams.items():
            line = by_code[code]
            for exam_id in sorted(ids):
                outcomes += self.each([line], partial(self._paper, exam_id))
        for option, codes in of_option.items():
            self.change(OPTION_FIELDS, options[option], {"papers": " ".join(sorted(codes))})
        for exam_id in sorted({one for ids in exams.values() for one in ids}):
            self._count_papers(exam_id)
        return outcomes

    def _options(self) -> dict[str, dict[str, Any]]:
        mine = (_x.series_id == self.series_id, _x.board == self.board)
        rows = self.tx.all(sa.select(exam_option).join(exam, _x.id == _o.exam_id).where(*mine))
        return {row["code"]: row for row in rows}

    def _paper(self, exam_id: int, values: Mapping[str, str]) -> tuple[str, str]:
        """Write a paper. A paper with the time allowed 000 is part of the sitting of another: it has no minutes."""
        minutes = int(values["minutes"]) if values["minutes"].isdecimal() else 0
        body = {
            "title": values["title"],
            "kind": _KINDS.get(values["kind"], "written"),
            "sittingDate": day_in(values["date"]),
            "session": _SESSIONS.get(values["session"]),
            "minutes": minutes or None,
        }
        mine = sa.select(exam_component).where(_c.exam_id == exam_id, _c.code == values["code"])
        known = self.tx.one(mine)
        if known is not None:
            return self.change(COMPONENT_FIELDS, known, body)
        crud.create(self.tx, COMPONENT_FIELDS, {"examId": exam_id, "code": values["code"], **body})
        return "added", ""

    def _count_papers(self, exam_id: int) -> None:
        """Store the number of papers of an exam, from which its fees follow."""
        sat = sa.select(sa.func.count()).where(_c.exam_id == exam_id, _c.kind != "coursework")
        of = self.tx.one(sa.select(exam).where(_x.id == exam_id))
        count = self.tx.scalar(sat)
        if of is not None and count:
            self.change(EXAM_FIELDS, of, {"papers": count})

    def disallowed(self, values: Mapping[str, str]) -> tuple[str, str]:
        """Write a disallowed combination; the order of its two options has no meaning."""
        option, other = sorted((values["option"], values["other"]))
        key = {"series_id": self.series_id, "board": self.board, "option": option, "other": other}
        mine = (exam_disallowed.c[name] == value for name, value in key.items())
        if self.tx.scalar(sa.select(_d.id).where(*mine)) is not None:
            return "unchanged", ""
        body = {"seriesId": self.series_id, "board": self.board, "option": option, "other": other}
        crud.create(self.tx, DISALLOWED_FIELDS, body)
        return "added", ""

    def change(self, fieldset: FieldSet, row: Mapping[str, Any], body: Mapping[str, Any]) -> tuple[str, str]:
        """Change the fields of a record that differ."""
        fields = fieldset.fields
        wanted = [
            ChangeRequest(name, raw)
            for name, raw in body.items()
            if fields[name].type.encode(row[fields[name].column.name]) != raw
        ]
        if not wanted:
            return "unchanged", ""
        answer = update_several_in(self.tx, fieldset, row["id"], wanted)
        return ("changed" if answer["changes"] else "unchanged"), ""


def day_in(text: str) -> str | None:
    """Return a day of a file (`DDMMYY`, or the form of a spreadsheet) as 2027-01-31. Raises Invalid."""
    if not text or set(text) == {"0"}:
        return None
    if len(text) == 6 and text.isdecimal():
        text = f"{text[:2]}/{text[2:4]}/{text[4:]}"
    try:
        return dt.date.fromisoformat(str(cells.raw_value(Date(), text))).isoformat()
    except ValueError:
        raise Invalid(f"{text} is no day") from None
