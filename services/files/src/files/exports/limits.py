"""Limits of the HTML from which a PDF is made: a document that would take too much memory or time is refused before
rendering. The numbers are measured (`docs/security.md`): within them a document takes a second or two, not half a
minute."""

from __future__ import annotations

import base64
import io
import re
from html.parser import HTMLParser

from files import pictures
from kit.errors import Invalid

MAX_TAGS = 20_000
"""Maximum number of opening brackets in the raw text, counted before it is parsed."""
MAX_ELEMENTS = 10_000
MAX_DEPTH = 60
MAX_MEASURED = 8
"""The deepest nesting of tables and flexible boxes: each measures its contents twice, so a level doubles the time."""
MAX_TEXT = 300_000
MAX_PARAGRAPH = 50_000
"""Maximum number of characters in one paragraph: the time to break it into lines grows with their square."""
MAX_LENGTH = 5_000
"""The largest number in a style, whatever its unit; a page is about 1,100 px high."""
MAX_SPAN = 50
MAX_CELLS = 50_000
"""Maximum number of grid cells together, by colspan × rowspan."""
MAX_PIXELS = 16_000_000
"""Maximum number of pixels of all pictures together."""

_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_MEASURED = re.compile(r"display\s*:\s*(?:inline-)?(?:flex|table)", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w#.])[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.IGNORECASE)
_SIZES = ("width", "height", "size", "cellpadding", "cellspacing", "border")


def check_size(raw: str) -> None:
    """Check the raw text before it is parsed. Raises Invalid."""
    _check(raw.count("<"), MAX_TAGS, "The document has more than {:,} tags")


def check(html: str) -> None:
    """Check sanitised HTML against the limits. Raises Invalid."""
    counter = _Counter()
    counter.feed(html)
    counter.close()
    counter.check_whole()


class _Counter(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[tuple[str, bool]] = []
        self._measured = self._elements = self._text = self._paragraph = self._cells = self._pixels = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self._paragraph = self._paragraph if tag in {"span", "b", "i", "em", "strong", "a", "u", "br"} else 0
        self._elements += 1
        _check(self._elements, MAX_ELEMENTS, "The document has more than {:,} elements")
        style = values.get("style", "")
        self._check_lengths(style, *(values.get(name, "") for name in _SIZES))
        if tag in {"td", "th"}:
            self._add_cell(values)
        if tag == "img":
            self._add_picture(values.get("src", ""))
        if tag in _VOID:
            return
        measured = tag == "table" or _MEASURED.search(style) is not None
        self._open.append((tag, measured))
        self._measured += measured
        _check(len(self._open), MAX_DEPTH, "The document is nested more than {:,} elements deep")
        _check(self._measured, MAX_MEASURED, "Tables and flexible boxes are nested more than {:,} deep")

    def handle_endtag(self, tag: str) -> None:
        while self._open and any(name == tag for name, _ in self._open):
            name, measured = self._open.pop()
            self._measured -= measured
            if name == tag:
                break

    def handle_data(self, data: str) -> None:
        self._text += len(data)
        self._paragraph += len(data)
        _check(self._paragraph, MAX_PARAGRAPH, "One paragraph has more than {:,} characters")

    def check_whole(self) -> None:
        _check(self._text, MAX_TEXT, "The document has more than {:,} characters")

    def _check_lengths(self, *texts: str) -> None:
        sizes = (abs(float(number)) for text in texts for number in _NUMBER.findall(text))
        _check(max(sizes, default=0), MAX_LENGTH, "A size in the document is larger than {:,}")

    def _add_cell(self, values: dict[str, str]) -> None:
        across, down = (_span(values.get(name, "")) for name in ("colspan", "rowspan"))
        _check(max(across, down), MAX_SPAN, "A cell spans more than {:,} rows or columns")
        self._cells += across * down
        _check(self._cells, MAX_CELLS, "The tables have more than {:,} cells")

    def _add_picture(self, source: str) -> None:
        """Add the size of a picture of any format from its header; an invalid one is skipped: it is not rendered."""
        _, _, encoded = source.partition(",")
        try:
            with pictures.opened(io.BytesIO(base64.b64decode(encoded)), "The picture") as image:
                self._pixels += image.width * image.height
        except (pictures.NoPicture, Invalid, ValueError):
            return
        text = f"The pictures have more than {MAX_PIXELS // 1_000_000} million pixels together"
        _check(self._pixels, MAX_PIXELS, text)


def _span(text: str) -> int:
    match = re.match(r"\s*\+?(\d{1,6})", text)
    return max(1, int(match[1])) if match else 1


def _check(number: float, most: int, text: str) -> None:
    """Raise Invalid if `number` exceeds `most`, which `text` names."""
    if number > most:
        refusal = f"{text.format(most)}; please make it smaller"
        raise Invalid(refusal, code="document_too_large", field="htmlContent")
