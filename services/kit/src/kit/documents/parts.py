"""The parts of a document: heading, facts, rich text, sums, columns, page break. Tables and charts have their own
modules; a room may declare further ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from markupsafe import Markup

from kit.values import richtext


class Part:
    """A part of a document. `html` escapes every text; `style` is the CSS that only this kind needs. `whole` parts are
    never split across pages if they fit on one."""

    style: ClassVar[str] = ""
    whole: ClassVar[bool] = False

    def html(self) -> Markup:
        raise NotImplementedError

    def styles(self) -> Iterator[str]:
        """Yield the styles of the part and of its inner parts."""
        yield self.style


@dataclass(frozen=True)
class Heading(Part):
    """A heading. It is never the last line of a page."""

    text: str

    def html(self) -> Markup:
        return Markup('<div class="heading"><h2>{}</h2></div>').format(self.text)


@dataclass(frozen=True)
class RichText(Part):
    """Rich text, sanitised as everywhere (`kit.values.richtext`). Draws nothing if it is empty."""

    source: str

    def html(self) -> Markup:
        clean = Markup(richtext.sanitise(self.source))  # noqa: S704  sanitised
        return Markup('<div class="rich">{}</div>').format(clean) if clean.strip() else Markup()


@dataclass(frozen=True)
class Lines(Part):
    """Lines of text, the first in bold: a name and its address. `label` is printed above in small letters."""

    lines: Sequence[str]
    label: str = ""

    def html(self) -> Markup:
        label = Markup('<div class="label">{}</div>').format(self.label) if self.label else Markup()
        first, *more = [*self.lines, ""]
        bold = Markup("<b>{}</b>").format(first) if first else Markup()
        return label + Markup("<br>").join([bold, *filter(None, more)])


@dataclass(frozen=True)
class Label(Part):
    """A small label above its part."""

    text: str

    def html(self) -> Markup:
        return Markup('<div class="label">{}</div>').format(self.text)


@dataclass(frozen=True)
class SmallPrint(Part):
    """Legal and bank details in small letters below a rule; draws nothing without lines."""

    whole: ClassVar[bool] = True

    lines: Sequence[str]

    def html(self) -> Markup:
        lines = Markup("<br>").join(filter(None, self.lines))
        return Markup('<div class="print">{}</div>').format(lines) if lines else Markup()


@dataclass(frozen=True)
class Facts(Part):
    """Labels with their values, one below the other; facts without a value are omitted."""

    facts: Sequence[tuple[str, str]]

    def html(self) -> Markup:
        row = Markup("<tr><th>{}</th><td>{}</td></tr>")
        rows = Markup().join(row.format(label, value) for label, value in self.facts if value)
        return Markup('<table class="facts">{}</table>').format(rows) if rows else Markup()


@dataclass(frozen=True)
class Totals(Part):
    """Sums, one below the other, each following from those above. `total` is the label of the sum below a rule, `due`
    of the sum that readers look for first."""

    whole: ClassVar[bool] = True

    sums: Sequence[tuple[str, str]]
    total: str = ""
    due: str = ""

    def html(self) -> Markup:
        row = Markup('<tr class="{}"><th>{}</th><td>{}</td></tr>')
        kinds = {self.total: "total", self.due: "due"}
        rows = Markup().join(row.format(kinds.get(label, ""), label, amount) for label, amount in self.sums)
        return Markup('<table class="totals">{}</table>').format(rows)


@dataclass(frozen=True)
class Columns(Part):
    """Parts side by side in columns of equal width; `tinted` gives them a background."""

    whole: ClassVar[bool] = True

    columns: Sequence[Sequence[Part]]
    tinted: bool = False

    def html(self) -> Markup:
        cells = (Markup("<td>{}</td>").format(joined(parts)) for parts in self.columns)
        kind = "columns tinted" if self.tinted else "columns"
        return Markup('<table class="{}"><tr>{}</tr></table>').format(kind, Markup().join(cells))

    def styles(self) -> Iterator[str]:
        return (style for parts in self.columns for part in parts for style in part.styles())


@dataclass(frozen=True)
class Kept(Part):
    """Parts kept together on one page if they fit."""

    whole: ClassVar[bool] = True

    parts: Sequence[Part]

    def html(self) -> Markup:
        return joined(self.parts)

    def styles(self) -> Iterator[str]:
        return (style for part in self.parts for style in part.styles())


@dataclass(frozen=True)
class PageBreak(Part):
    """A page break."""

    def html(self) -> Markup:
        return Markup('<div class="page"></div>')


_KEPT = Markup('<div class="kept">{}</div>')


def joined(parts: Sequence[Part]) -> Markup:
    """Return the parts, with each heading joined to the whole part below it."""
    pieces: list[Markup] = []
    waiting = Markup()
    for part in parts:
        html = waiting + part.html()
        waiting = html if isinstance(part, Heading) else Markup()
        if not waiting:
            pieces.append(_KEPT.format(html) if part.whole else html)
    return Markup().join([*pieces, waiting])
