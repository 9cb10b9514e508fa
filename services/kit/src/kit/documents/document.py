"""Document: declared once; its HTML and its PDF are made from the declaration (`docs/documents.md`)."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from markupsafe import Markup

from kit.documents import colours, pdf
from kit.documents.parts import Part, joined

_STYLE = Path(__file__).parent / "document.css"
_PAGE = Markup(
    '<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title><style>{style}</style>'
    "</head><body>{body}</body></html>"
)
_TITLE = Markup('<table class="title"><tr><td><h1>{}</h1></td><td class="reference">{}{}</td></tr></table>')
_PORTRAIT = Markup('<br><img class="portrait" src="data:image/jpeg;base64,{}" alt="{}">')
_LETTERHEAD = Markup(
    '<table class="head"><tr><td class="logo">{logo}</td><td class="from"><b>{name}</b><br>{lines}</td></tr></table>'
)
_WATERMARK_POINTS, _WATERMARK_WIDTH = 90, 780
"""The font size of a short watermark, and the maximum width of a long one, in points."""


@dataclass(frozen=True)
class Letterhead:
    """The sender of a document. `logo` is a data: URL of an image, or the text of an SVG; an address is ignored, since
    the renderer fetches nothing. `colour` is used for headings and table heads, as in `#12404a`."""

    name: str
    lines: Sequence[str] = ()
    logo: str = ""
    colour: str = colours.ACCENT

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Letterhead:
        """Return the letterhead of a record with `name`, `address`, `phone`, `email`, `website`, `logo` and
        `colour`."""
        lines = [*row["address"].splitlines(), row["phone"], row["email"], row["website"]]
        return cls(row["name"], lines, row["logo"], row["colour"])

    @property
    def accent(self) -> str:
        return self.colour if re.fullmatch(r"#[0-9a-fA-F]{6}", self.colour) else colours.ACCENT

    def html(self) -> Markup:
        logo = Markup('<img src="{}" alt="">').format(self._image()) if self._image() else ""
        return _LETTERHEAD.format(logo=logo, name=self.name, lines=Markup("<br>").join(filter(None, self.lines)))

    def _image(self) -> str:
        if self.logo.lstrip().startswith("<svg"):
            # An image, not an inline element: nothing in it can run or load.
            return f"data:image/svg+xml;base64,{base64.b64encode(self.logo.encode()).decode()}"
        return self.logo if self.logo.startswith("data:image/") else ""


@dataclass(frozen=True, kw_only=True)
class Document:
    """A document: `title` and, next to it, `reference` (a number, a name); below them the `parts`, in order.

    `watermark` lies behind every page, `notice` is printed in red at the top of every page, `foot` at the bottom next
    to the page number (default: letterhead, title and reference). `portrait` is a JPEG of the person concerned, 25 mm
    high, below the reference. Texts are escaped; only `RichText` has markup, which is sanitised.
    """

    title: str
    parts: Sequence[Part]
    reference: str = ""
    letterhead: Letterhead | None = None
    foot: str = ""
    notice: str = ""
    watermark: str = ""
    portrait: bytes = b""
    landscape: bool = False
    language: str = "en"

    @property
    def name(self) -> str:
        """The title of the document in the window of a viewer and in its foot."""
        return " ".join(filter(None, [self.title, self.reference]))

    def body(self) -> str:
        """Return the HTML of the body, without the style."""
        head = self.letterhead.html() if self.letterhead else ""
        picture = base64.b64encode(self.portrait).decode()
        portrait = _PORTRAIT.format(picture, self.reference) if picture else ""
        heading = _TITLE.format(self.title, self.reference, portrait)
        return self._mark() + head + heading + joined(self.parts)

    def style(self) -> str:
        """Return the style sheet: of documents in general, of the parts used, and the page margins."""
        accent = self.letterhead.accent if self.letterhead else colours.ACCENT
        names = {"accent": accent, "ink": colours.INK, "soft": colours.SOFT, "line": colours.LINE}
        variables = "; ".join(f"--{name}: {colour}" for name, colour in names.items())
        own = dict.fromkeys(style for part in self.parts for style in part.styles() if style)
        return "\n".join([f":root {{ {variables} }}", _common(), *own, self._margins()])

    def html(self) -> str:
        """Return the whole HTML page. Pure: no database, no remote call."""
        style = Markup(self.style())  # noqa: S704  its only texts are escaped by `_string`
        return _PAGE.format(language=self.language, title=self.name, style=style, body=self.body())

    def render(self) -> bytes:
        """Return the PDF. Raises Invalid, Unavailable as `kit.documents.pdf.draw`."""
        return pdf.draw(self.html(), landscape=self.landscape)

    def _mark(self) -> Markup:
        if not self.watermark:
            return Markup()
        size = min(_WATERMARK_POINTS, _WATERMARK_WIDTH // len(self.watermark))
        return Markup('<div class="watermark" style="font-size: {}pt">{}</div>').format(size, self.watermark)

    def _margins(self) -> str:
        size = "A4 landscape" if self.landscape else "A4"
        foot = self.foot or " · ".join(filter(None, [self.letterhead.name if self.letterhead else "", self.name]))
        notice = f"@top-center {{ content: {_string(self.notice)}; font-size: 8pt; color: #b3312c }}"
        small = f"font-size: 7.5pt; color: {colours.SOFT}"
        return (
            f"@page {{ size: {size}; margin: 14mm 17mm 17mm; {notice if self.notice else ''}\n"
            f"  @bottom-left {{ content: {_string(foot)}; {small} }}\n"
            f'  @bottom-right {{ content: "Page " counter(page) " of " counter(pages); {small} }} }}'
        )


def _string(text: str) -> str:
    """Return a CSS string, escaped so that no text can end the string or the style element."""
    return '"' + re.sub(r'[\\"<>\x00-\x1f{}]', lambda match: f"\\{ord(match[0]):x} ", text) + '"'


@lru_cache(maxsize=1)
def _common() -> str:
    return _STYLE.read_text()
