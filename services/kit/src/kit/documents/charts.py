"""Chart: columns, bars, lines, areas or a pie as SVG. We draw it ourselves, because the renderer runs no script, and
SVG libraries need a script engine or a display."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from markupsafe import Markup

from kit.documents import colours
from kit.documents.parts import Part
from kit.values.shown import shown

_WIDTH, _HEIGHT = 498, 190
"""Points: the width of a portrait page."""
_LEFT, _TOP, _BOTTOM, _RADIUS = 58, 10, 24, 78
_BAR, _BAR_END, _LONGEST_NAME = 15, 52, 34
"""Height of a row of bars, space for the value at its end, and width of a character in its name."""
_TICKS = 4
_MOST_MARKED = 14
"""Up to this many columns have their values written above them, if there is one series."""
_DASHES = ("", "6 3", "2 2", "8 3 2 3", "1 3", "10 4")
"""The dashes of lines, which stay distinct in a black-and-white print."""


@dataclass(frozen=True)
class Series:
    """A series: one figure for each label of a chart."""

    title: str
    values: Sequence[float]


@dataclass(frozen=True)
class Chart(Part):
    """Figures by `labels`: `pie` draws the first series, of positive figures; the other kinds draw several.

    `type` and `currency` format the figures as in a table; amounts are in minor units. `title` appears above the chart.
    Add a table of the figures for exact reading.
    """

    whole: ClassVar[bool] = True

    kind: Literal["column", "bar", "line", "area", "pie"]
    labels: Sequence[str]
    series: Sequence[Series]
    title: str = ""
    type: str = "integer"
    currency: str = ""

    def html(self) -> Markup:
        if any(len(one.values) != len(self.labels) for one in self.series):
            raise ValueError("a series has one figure for each label")
        caption = Markup('<div class="caption">{}</div>').format(self.title) if self.title else ""
        figures = [value for one in self.series for value in one.values]
        height = _bars_height(self) if self.kind == "bar" else _HEIGHT
        drawn = _pie(self) if self.kind == "pie" else _DRAWN[self.kind](self) if any(figures) else None
        if drawn is None:
            return Markup('<div class="chart">{}<p class="soft">No figures yet</p></div>').format(caption)
        svg = Markup(
            '<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{}" width="{w}pt" height="{h}pt" '
            'viewBox="0 0 {w} {h}" font-size="7.5">{}</svg>'
        ).format(self.title, drawn, w=_WIDTH, h=height)
        return Markup('<div class="chart">{}{}{}</div>').format(caption, svg, self._legend())

    def text(self, value: float) -> str:
        """Return a figure formatted for people; whole amounts without their pence."""
        if self.type == "integer":
            return f"{value:,.10g}"
        text = shown(round(value) if self.type in {"money", "percent"} else value, self.type, (), self.currency)
        return text.removesuffix(".00") if self.type == "money" else text

    def _legend(self) -> Markup:
        if self.kind == "pie" or len(self.series) == 1:
            return Markup()
        key = Markup(
            '<svg width="18pt" height="7pt" viewBox="0 0 18 7"><path d="M0 3.5H18" stroke="{}" stroke-width="{}" '
            'stroke-dasharray="{}"/></svg> {} &#160; '
        )
        width, dashes = (2, _DASHES) if self.kind in {"line", "area"} else (7, ("",))
        keys = (
            key.format(colours.of_series(place), width, dashes[place % len(dashes)], one.title)
            for place, one in enumerate(self.series)
        )
        return Markup('<div class="soft">{}</div>').format(Markup().join(keys))


@dataclass(frozen=True)
class _Scale:
    """Return the values of the axis, from the lowest mark to the highest, in round steps."""

    low: float
    high: float
    step: float

    @classmethod
    def of(cls, figures: Sequence[float]) -> _Scale:
        low, high = min(0, *figures), max(0, *figures)
        rough = (high - low) / _TICKS
        power = 10 ** math.floor(math.log10(rough))
        step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= rough * 0.999)
        return cls(math.floor(low / step) * step, math.ceil(high / step - 1e-9) * step, step)

    def y(self, value: float) -> float:
        return round(_TOP + (self.high - value) / (self.high - self.low) * (_HEIGHT - _TOP - _BOTTOM), 2)

    def x(self, value: float, left: float) -> float:
        return round(left + (value - self.low) / (self.high - self.low) * (_WIDTH - left - _BAR_END), 2)

    def marks(self) -> list[float]:
        return [self.low + n * self.step for n in range(round((self.high - self.low) / self.step) + 1)]


def _axes(chart: Chart) -> Markup:
    scale = _Scale.of([value for one in chart.series for value in one.values])
    room = (_WIDTH - _LEFT) / len(chart.labels)
    figures = _columns(chart, scale, room) if chart.kind == "column" else _lines(chart, scale, room)
    return Markup().join([*_grid(chart, scale), *_names(chart, room), *figures])


def _grid(chart: Chart, scale: _Scale) -> Iterator[Markup]:
    line = Markup('<path d="M{} {y}H{}" stroke="{}" stroke-width="{}"/>')
    for mark in scale.marks():
        y = scale.y(mark)
        zero = abs(mark) < scale.step / 2
        yield line.format(_LEFT, _WIDTH, colours.SOFT if zero else colours.LINE, 0.75 if zero else 0.5, y=y)
        yield _text(_LEFT - 6, y + 2.5, "end", chart.text(mark))


def _names(chart: Chart, room: float) -> Iterator[Markup]:
    """Yield the labels on the x-axis; if they would overlap, only every second, third ..."""
    widest = max(len(label) for label in chart.labels) * 4.2 + 4
    every = max(1, math.ceil(widest / room))
    for place, label in enumerate(chart.labels):
        if place % every == 0:
            yield _text(_LEFT + room * (place + 0.5), _HEIGHT - 10, "middle", label)


def _columns(chart: Chart, scale: _Scale, room: float) -> Iterator[Markup]:
    width = min(48.0, room * 0.72 / len(chart.series))
    marked = len(chart.series) == 1 and len(chart.labels) <= _MOST_MARKED
    column = Markup('<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>')
    for number, one in enumerate(chart.series):
        for place, value in enumerate(one.values):
            left = _LEFT + room * (place + 0.5) + width * (number - len(chart.series) / 2)
            top, bottom = sorted((scale.y(value), scale.y(0)))
            height = round(bottom - top, 2)
            yield column.format(round(left, 2), top, round(width - 1, 2), height, colours.of_series(number))
            if marked and value:
                y = top - 3 if value > 0 else bottom + 8
                yield _text(left + width / 2, y, "middle", chart.text(value))


def _lines(chart: Chart, scale: _Scale, room: float) -> Iterator[Markup]:
    line = Markup('<polyline points="{}" fill="none" stroke="{}" stroke-width="1.75" stroke-dasharray="{}"/>')
    area = Markup('<polygon points="{}" fill="{}" fill-opacity="0.18"/>')
    dot = Markup('<circle cx="{}" cy="{}" r="2" fill="{}"/>')
    for number, one in enumerate(chart.series):
        colour = colours.of_series(number)
        points = [(round(_LEFT + room * (n + 0.5), 2), scale.y(value)) for n, value in enumerate(one.values)]
        path = " ".join(f"{x},{y}" for x, y in points)
        if chart.kind == "area":
            zero = scale.y(0)
            yield area.format(f"{points[0][0]},{zero} {path} {points[-1][0]},{zero}", colour)
        yield line.format(path, colour, _DASHES[number % len(_DASHES)])
        yield from (dot.format(x, y, colour) for x, y in points)


def _bars_height(chart: Chart) -> int:
    return _BAR * len(chart.labels) * max(1, min(2, len(chart.series))) + _TOP


def _bars(chart: Chart) -> Markup:
    """Return a row for each label: its name, a bar for each series, and the value of a single series."""
    scale = _Scale.of([value for one in chart.series for value in one.values])
    names = [label if len(label) <= _LONGEST_NAME else f"{label[: _LONGEST_NAME - 1]}…" for label in chart.labels]
    left = max(_LEFT, max(map(len, names)) * 4.2 + 8)
    room = (_bars_height(chart) - _TOP) / len(names)
    thick = room * 0.72 / len(chart.series)
    bar = Markup('<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>')
    parts = [
        Markup('<path d="M{x} {}V{}" stroke="{}" stroke-width="0.75"/>').format(
            _TOP / 2, _bars_height(chart), colours.SOFT, x=scale.x(0, left)
        )
    ]
    for place, name in enumerate(names):
        parts.append(_text(left - 6, _TOP / 2 + room * (place + 0.5) + 2.5, "end", name))
    for number, one in enumerate(chart.series):
        for place, value in enumerate(one.values):
            begin, end = sorted((scale.x(value, left), scale.x(0, left)))
            top = round(_TOP / 2 + room * (place + 0.5) + thick * (number - len(chart.series) / 2), 2)
            colour = colours.of_series(number)
            parts.append(bar.format(begin, top, round(end - begin, 2), round(thick - 0.5, 2), colour))
            if len(chart.series) == 1 and value:
                parts.append(_text(end + 4, top + thick / 2 + 2.5, "start", chart.text(value)))
    return Markup().join(parts)


_DRAWN: dict[str, Callable[[Chart], Markup]] = {"column": _axes, "line": _axes, "area": _axes, "bar": _bars}


def _pie(chart: Chart) -> Markup | None:
    """Return slices clockwise from the top, with a key next to them; None if the total is zero."""
    values = chart.series[0].values if chart.series else ()
    whole = sum(values)
    if whole <= 0 or any(value < 0 for value in values):
        return None
    slices: list[Markup] = []
    start = 0.0
    for place, (label, value) in enumerate(zip(chart.labels, values, strict=True)):
        colour, share = colours.of_series(place), value / whole
        slices += [_slice(start, start + share, colour)] if value else []
        start += share
        y = 24 + place * 15
        slices.append(Markup('<rect x="230" y="{}" width="9" height="9" fill="{}"/>').format(y - 7.5, colour))
        slices.append(_text(246, y, "start", f"{label}: {chart.text(value)} ({share:.0%})"))
    return Markup().join(slices)


def _slice(start: float, end: float, colour: str) -> Markup:
    """Return a slice of the pie; `start` and `end` are shares of the whole, 0 to 1."""
    x, y = 110, _HEIGHT / 2
    if end - start > 0.9999:  # an arc that ends where it begins is not drawn
        return Markup('<circle cx="{}" cy="{}" r="{}" fill="{}"/>').format(x, y, _RADIUS, colour)
    ends = [
        (round(x + _RADIUS * math.sin(math.tau * at), 2), round(y - _RADIUS * math.cos(math.tau * at), 2))
        for at in (start, end)
    ]
    (x1, y1), (x2, y2) = ends
    large = int(end - start > 0.5)
    path = f"M{x} {y}L{x1} {y1}A{_RADIUS} {_RADIUS} 0 {large} 1 {x2} {y2}Z"
    return Markup('<path d="{}" fill="{}" stroke="#ffffff" stroke-width="1"/>').format(path, colour)


def _text(x: float, y: float, anchor: str, text: str) -> Markup:
    return Markup('<text x="{}" y="{}" text-anchor="{}" fill="{}">{}</text>').format(
        round(x, 2), round(y, 2), anchor, colours.SOFT, text
    )
