"""Parts that only exam documents have: the plan of a room, and labels for desks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from markupsafe import Markup

from kit.documents import Part


@dataclass(frozen=True)
class SeatPlan(Part):
    """Seats as they stand in a room, with the front on top; `seats` are the lines of each seat by its number. Numbers
    run down the columns from the front left."""

    style: ClassVar[str] = """
.seats { table-layout: fixed; margin: 6pt 0 } .seats td { border: .5pt solid var(--line); text-align: center;
  height: 30pt; padding: 2pt; font-size: 7pt } .seats b { display: block; font-size: 10pt }
.seats .front { border: 0; height: auto; color: var(--soft) } .seats .free { color: var(--soft) }
"""

    rows: int
    columns: int
    capacity: int
    seats: Mapping[int, Sequence[str]]

    def html(self) -> Markup:
        front = Markup('<tr><td class="front" colspan="{}">Front</td></tr>').format(self.columns)
        lines = (Markup("<tr>{}</tr>").format(Markup().join(self._line(row))) for row in range(self.rows))
        return Markup('<table class="seats">{}{}</table>').format(front, Markup().join(lines))

    def _line(self, row: int) -> list[Markup]:
        return [self._cell(column * self.rows + row + 1) for column in range(self.columns)]

    def _cell(self, seat: int) -> Markup:
        if seat > self.capacity:
            return Markup('<td class="front"></td>')
        if seat not in self.seats:
            return Markup('<td class="free">{}</td>').format(seat)
        number, *more = self.seats[seat]
        rest = Markup("<br>").join(more)
        return Markup("<td>{}<b>{}</b>{}</td>").format(seat, number, rest)


@dataclass(frozen=True)
class Labels(Part):
    """Labels for desks, three in a row; each has a large line and small ones."""

    style: ClassVar[str] = """
.labels { table-layout: fixed } .labels td { border: .5pt dashed var(--line); height: 92pt; padding: 8pt 10pt }
.labels b { display: block; font-size: 22pt } .labels span { display: block; font-size: 8.5pt }
"""
    across: ClassVar[int] = 3

    labels: Sequence[Sequence[str]]

    def html(self) -> Markup:
        cells = [self._cell(*label) for label in self.labels]
        cells += [Markup('<td style="border: 0"></td>')] * (-len(cells) % self.across)
        rows = (cells[start : start + self.across] for start in range(0, len(cells), self.across))
        lines = (Markup("<tr>{}</tr>").format(Markup().join(row)) for row in rows)
        return Markup('<table class="labels">{}</table>').format(Markup().join(lines))

    def _cell(self, large: str, *small: str) -> Markup:
        lines = Markup().join(Markup("<span>{}</span>").format(text) for text in small if text)
        return Markup("<td><b>{}</b>{}</td>").format(large, lines)
