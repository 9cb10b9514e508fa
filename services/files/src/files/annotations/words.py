"""Texts of marks for print: the sheets that overlay the pages, and the pages of notes behind them. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from markupsafe import Markup

from files.annotations import points
from files.annotations.model import ARROW, HIGHLIGHT, INK, LINE, NOTE, SQUARE, TEXT
from kit.documents import Document, Heading, Part

NAMES = {
    INK: "Pen",
    HIGHLIGHT: "Highlight",
    SQUARE: "Rectangle",
    LINE: "Line",
    ARROW: "Arrow",
    TEXT: "Text",
    NOTE: "Note",
}
_SIZE = 18
"""The side of a note's symbol in points."""
_NARROWEST = 48
"""The width of a text in a narrower box."""
_SHEETS = Markup(
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Marks</title><style>'
    "@page {{ size: {width}pt {height}pt; margin: 0 }} body {{ margin: 0;"
    ' font: 12pt/14pt "Inter", "DejaVu Sans", sans-serif; font-variant-ligatures: no-common-ligatures }}'
    " .sheet {{ position: relative; width: {width}pt; height: {inner}pt; overflow: hidden }}"
    " .sheet + .sheet {{ page-break-before: always }} .sheet > * {{ position: absolute }}"
    " .text {{ white-space: pre-wrap; overflow-wrap: break-word }}"
    "</style></head><body>{sheets}</body></html>"
)
_SHEET = Markup('<div class="sheet">{}</div>')
_TEXT = Markup('<div class="text" dir="auto" style="left: {}pt; top: {}pt; width: {}pt; color: {}">{}</div>')
_SCORE = Markup('<b style="left: {}pt; top: {}pt; color: {}">{}</b>')
_SIGN = Markup(
    '<svg style="left: {}pt; top: {}pt" width="18pt" height="18pt" viewBox="0 0 18 18">'
    '<rect width="18" height="18" rx="3" fill="{}"/>'
    '<text x="9" y="13" text-anchor="middle" font-size="{}" font-weight="bold" fill="{}">{}</text></svg>'
)


@dataclass(frozen=True)
class Entry:
    """A mark whose text is printed on the pages of notes, under its number, with its answers."""

    number: int
    mark: Mapping[str, Any]
    answers: Sequence[Mapping[str, Any]]


def entries(marks: Sequence[Mapping[str, Any]]) -> list[Entry]:
    """Number the notes by page, and every other mark with answers or with text that its drawing does not show. An
    answer to a mark outside these is a note like others."""
    ids = {mark["id"] for mark in marks}
    answers: dict[int, list[Mapping[str, Any]]] = {}
    for mark in marks:
        if mark["replies_to"] in ids:
            answers.setdefault(mark["replies_to"], []).append(mark)
    roots = [mark for mark in marks if mark["replies_to"] not in ids]
    listed = [one for one in roots if one["kind"] == NOTE or one["id"] in answers or _unseen(one)]
    listed.sort(key=lambda mark: (mark["page"], mark["id"]))
    return [Entry(number, one, list(_thread(one["id"], answers))) for number, one in enumerate(listed, 1)]


def _unseen(mark: Mapping[str, Any]) -> bool:
    return mark["kind"] != TEXT and bool(mark["contents"].strip())


def _thread(answered: int, answers: Mapping[int, Sequence[Mapping[str, Any]]]) -> Iterator[Mapping[str, Any]]:
    for answer in answers.get(answered, ()):
        yield answer
        yield from _thread(answer["id"], answers)


def sheets(pages: Sequence[Mapping[str, Any]], marks: Sequence[Mapping[str, Any]], listed: Sequence[Entry]) -> str:
    """Return the HTML page that renders the sheets: one for each of `pages` (`burning.measure`), upright as displayed,
    with the same top left corner."""
    width, height = (max(page[side] for page in pages) for side in ("width", "height"))
    drawn = Markup().join(_SHEET.format(Markup().join(_parts(page, marks, listed))) for page in pages)
    # a sheet that fills its page exactly is followed by an empty one
    return _SHEETS.format(width=width, height=height, inner=max(1, height - 1), sheets=drawn)


def _parts(page: Mapping[str, Any], marks: Sequence[Mapping[str, Any]], listed: Sequence[Entry]) -> Iterator[Markup]:
    for mark in marks:
        if mark["page"] == page["page"] and mark["kind"] == TEXT:
            left, top, right, _ = seen(page, mark["points"][0])
            text = f"{mark['contents']} {points.unseen(mark)}".rstrip()
            yield _TEXT.format(left, top, max(_NARROWEST, right - left), mark["colour"], text)
        elif mark["page"] == page["page"] and (score := points.unseen(mark)):
            _, top, right, bottom = seen(page, mark["points"][0])
            x, y = (min(right + 3, page["width"] - 30), max(0, (top + bottom) / 2 - 7))
            yield _SCORE.format(x, y, mark["colour"], score)
    for entry in listed:
        mark = entry.mark
        if mark["page"] != page["page"]:
            continue
        left, top, right, _ = seen(page, mark["points"][0])
        # the symbol of a note is at its position, that of another mark at its corner
        x, y = (left - _SIZE / 2, top - _SIZE / 2) if mark["kind"] == NOTE else (right, top - _SIZE)
        x, y = (max(0, min(at, page[side] - _SIZE)) for at, side in ((x, "width"), (y, "height")))
        size = 11 if entry.number < 100 else 8
        yield _SIGN.format(x, y, mark["colour"], size, _on(mark["colour"]), entry.number)


def seen(page: Mapping[str, Any], stroke: Sequence[float]) -> tuple[float, float, float, float]:
    """Return the box of a stroke on the displayed page: left, top, right, bottom from its top left corner."""
    left, bottom, right, top = page["box"]
    xs, ys = stroke[::2], stroke[1::2]
    match page["rotation"]:
        case 90:
            across, down = [y - bottom for y in ys], [x - left for x in xs]
        case 180:
            across, down = [right - x for x in xs], [y - bottom for y in ys]
        case 270:
            across, down = [top - y for y in ys], [right - x for x in xs]
        case _:
            across, down = [x - left for x in xs], [top - y for y in ys]
    return min(across), min(down), max(across), max(down)


def _on(colour: str) -> str:
    """Return black or white, whichever is legible on the colour."""
    red, green, blue = bytes.fromhex(colour[1:])
    return "#000000" if red * 0.299 + green * 0.587 + blue * 0.114 > 150 else "#ffffff"


@dataclass(frozen=True)
class Words(Part):
    """Return the text of a mark under its number, and those of its answers."""

    style: ClassVar[str] = (
        ".mark { margin: 0 0 8pt 24pt; page-break-inside: avoid } .mark .number { float: left; margin-left: -24pt;"
        " font-weight: bold } .mark .words { white-space: pre-wrap; overflow-wrap: break-word }"
        " .mark .answer { margin: 4pt 0 0 14pt }"
    )
    entry: Entry

    def html(self) -> Markup:
        mark = self.entry.mark
        body = _statement(mark, NAMES[mark["kind"]])
        answers = (
            Markup('<div class="answer">{}</div>').format(_statement(one, "Answer")) for one in self.entry.answers
        )
        number = Markup('<div class="number">{}</div>').format(self.entry.number)
        return Markup('<div class="mark">{}{}{}</div>').format(number, body, Markup().join(answers))


def _statement(mark: Mapping[str, Any], kind: str) -> Markup:
    score = points.unseen(mark)
    kind = f"{kind}, {score}" if score else kind
    by = Markup('<div class="soft">{}, <bdi>{}</bdi></div>').format(kind, mark["author"])
    return by + Markup('<div class="words" dir="auto">{}</div>').format(mark["contents"])


def notes(name: str, listed: Sequence[Entry]) -> Document:
    """Return the pages of notes of the file `name`."""
    parts: list[Part] = []
    page = None
    for entry in listed:
        if entry.mark["page"] != page:
            page = entry.mark["page"]
            parts.append(Heading(f"Page {page + 1}"))
        parts.append(Words(entry))
    return Document(title="Notes", reference=name, parts=parts)
