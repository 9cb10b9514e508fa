"""The parts of a document: heading, facts, rich text, sums, parts side by side, a new page. Tables and charts are parts
of files of their own; a room may declare further ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from markupsafe import Markup

from kit.values import richtext


class Part:
    """Something that a document shows. `html` escapes every text; `style` is the CSS that only this kind needs; `whole`
    parts are never divided between two pages, as long as they fit on one."""

    style: ClassVar[str] = ""
    whole: ClassVar[bool] = False

    def html(self) -> Markup:
        raise NotImplementedError

    def styles(self) -> Iterator[str]:
        """Yield the styles of the part and of those within it."""
        yield self.style


@dataclass(frozen=True)
class Heading(Part):
    """A heading. It never stands alone at the end of a page."""

    text: str

    def html(self) -> Markup:
        return Markup('<div class="heading"><h2>{}</h2></div>').format(self.text)


@dataclass(frozen=True)
class RichText(Part):
    """Rich text as people write it, sanitised as everywhere (`kit.values.richtext`). Nothing where it is empty."""

    source: str

    def html(self) -> Markup:
        clean = Markup(richtext.sanitise(self.source))  # noqa: S704  sanitised
        return Markup('<div class="rich">{}</div>').format(clean) if clean.strip() else Markup()


@dataclass(frozen=True)
class Lines(Part):
    """Texts below each other, the first of them bold: a name and its address. `label` stands above in small letters."""

    lines: Sequence[str]
    label: str = ""

    def html(self) -> Markup:
        label = Markup('<div class="label">{}</div>').format(self.label) if self.label else Markup()
        first, *more = [*self.lines, ""]
        bold = Markup("<b>{}</b>").format(first) if first else Markup()
        return label + Markup("<br>").join([bold, *filter(None, more)])


@dataclass(frozen=True)
class Label(Part):
    """A small label over what follows."""

    text: str

    def html(self) -> Markup:
        return Markup('<div class="label">{}</div>').format(self.text)


@dataclass(frozen=True)
class SmallPrint(Part):
    """What the law and the bank want said, in small letters under a rule; nothing without lines."""

    whole: ClassVar[bool] = True

    lines: Sequence[str]

    def html(self) -> Markup:
        lines = Markup("<br>").join(filter(None, self.lines))
        return Markup('<div class="print">{}</div>').format(lines) if lines else Markup()


@dataclass(frozen=True)
class Facts(Part):
    """Labels with their values, one below the other; a fact without a value is left out."""

    facts: Sequence[tuple[str, str]]

    def html(self) -> Markup:
        row = Markup("<tr><th>{}</th><td>{}</td></tr>")
        rows = Markup().join(row.format(label, value) for label, value in self.facts if value)
        return Markup('<table class="facts">{}</table>').format(rows) if rows else Markup()


@dataclass(frozen=True)
class Totals(Part):
    """Sums, each below the one that it follows from. `total` is the label of the sum under a rule, `due` of the one
    that the reader looks for first."""

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
    """Parts side by side, in columns of equal width; `tinted` sets them off from what is around them."""

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
    """Parts that stand on one page together, as long as they fit on one."""

    whole: ClassVar[bool] = True

    parts: Sequence[Part]

    def html(self) -> Markup:
        return joined(self.parts)

    def styles(self) -> Iterator[str]:
        return (style for part in self.parts for style in part.styles())


@dataclass(frozen=True)
class PageBreak(Part):
    """What follows begins a page."""

    def html(self) -> Markup:
        return Markup('<div class="page"></div>')


_KEPT = Markup('<div class="kept">{}</div>')


def joined(parts: Sequence[Part]) -> Markup:
    """Return the parts, a heading together with the whole part that it stands over."""
    pieces: list[Markup] = []
    waiting = Markup()
    for part in parts:
        html = waiting + part.html()
        waiting = html if isinstance(part, Heading) else Markup()
        if not waiting:
            pieces.append(_KEPT.format(html) if part.whole else html)
    return Markup().join([*pieces, waiting])
