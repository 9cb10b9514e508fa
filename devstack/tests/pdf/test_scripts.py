"""PDFs in every script: each character has a glyph, and copied text equals printed text."""

import threading
import time
import unicodedata
from collections.abc import Callable, Iterator

import pypdfium2
import pytest
from PIL import Image, ImageChops
from werkzeug.serving import make_server

from devstack.pdf import typefaces
from devstack.pdf.browser import ChromiumPrinter
from devstack.pdf.limits import WORK
from devstack.pdf.pluto import PlutoPrinter
from devstack.pdf.server import SuitedPrinter, beyond, choose, create_app
from devstack.pdf.sheet import Sheet
from devstack.tools import chromium
from staffroom_testing.papers import texts
from staffroom_testing.scripts import NAMES, missing

PROGRAM = chromium.find()
NEEDS_CHROMIUM = pytest.mark.skipif(PROGRAM is None, reason="there is no Chromium on this machine")
ROW, SCALE = 24, 2
"""Height of a row in points, and pixels per point."""
NOWHERE = "\U0010fffd"
"""A character that no font has."""
PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><style>'
    "body {{ margin: 0; font: 12pt 'DejaVu Sans', sans-serif; font-variant-ligatures: no-common-ligatures }}"
    "p {{ margin: 0; height: {row}pt; line-height: {row}pt; overflow: hidden }}</style></head>"
    "<body>{rows}</body></html>"
)
Draw = Callable[[list[str]], bytes]


@pytest.fixture
def printer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Draw]:
    """Draws rows with the fonts of the PDF server, by the renderer that the parameter names."""
    monkeypatch.setenv("FONTCONFIG_FILE", str(typefaces.config()))
    monkeypatch.setenv("STAFFROOM_PDF_RENDERER", request.param)
    work = choose(0, WORK)
    server = make_server("127.0.0.1", 0, create_app(work), threaded=True)
    browser = work.exact if isinstance(work, SuitedPrinter) else work
    if isinstance(browser, ChromiumPrinter):
        browser.port = server.server_port
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def draw(rows: list[str]) -> bytes:
        html = PAGE.format(row=ROW, rows="".join(f"<p>{row}</p>" for row in rows))
        paper = Sheet(400, ROW * len(rows) + 4, (0, 0, 0, 0))
        drawn = work.draw(html, paper, time.monotonic() + 60, lambda: False)
        assert isinstance(drawn, bytes), drawn
        return drawn

    yield draw
    server.shutdown()
    fast = work.fast if isinstance(work, SuitedPrinter) else work
    for drawer in fast._idle if isinstance(fast, PlutoPrinter) else []:
        drawer.process.kill()


def pictures(content: bytes, count: int) -> list[Image.Image]:
    """Return the picture of each row."""
    with pypdfium2.PdfDocument(content) as document:
        assert len(document) == 1
        page = document[0].render(scale=SCALE).to_pil().convert("L")
    return [page.crop((0, n * ROW * SCALE, page.width, (n + 1) * ROW * SCALE)) for n in range(count)]


def differs(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is not None


@pytest.mark.parametrize("printer", ["plutoprint", pytest.param("chromium", marks=NEEDS_CHROMIUM)], indirect=True)
def test_every_character_of_every_script_has_a_glyph(printer: Draw) -> None:
    characters = sorted({one for name in NAMES.values() for one in name if unicodedata.category(one)[0] in "LS"})
    rows = [NOWHERE, " ", *characters]
    none, blank, *drawn = pictures(printer(rows), len(rows))
    holes = [
        one
        for one, picture in zip(characters, drawn, strict=True)
        if not all(differs(picture, it) for it in (none, blank))
    ]
    assert holes == []


@pytest.mark.parametrize("printer", [pytest.param("auto", marks=NEEDS_CHROMIUM)], indirect=True)
def test_copied_text_equals_printed_text(printer: Draw) -> None:
    content = printer([*NAMES.values(), *(f"<b>{name}</b>" for name in NAMES.values())])
    assert missing(texts(content), " ".join(NAMES.values())) == []


@pytest.mark.parametrize("printer", ["plutoprint"], indirect=True)
def test_latin_document_embeds_only_latin_fonts(printer: Draw) -> None:
    content = printer([NAMES["Latin"], NAMES["Greek"], NAMES["Cyrillic"]])
    assert missing(texts(content), " ".join(NAMES[one] for one in ("Latin", "Greek", "Cyrillic"))) == []
    assert b"Noto" not in content
    assert len(content) < 60_000


def test_only_other_scripts_need_the_browser() -> None:
    plain = ("Latin", "Greek", "Cyrillic")
    assert [name for name, text in NAMES.items() if beyond(f"<p>{text}</p>")] == [
        name for name in NAMES if name not in plain
    ]
    assert not beyond("<p>£12 · €3 – “Ada” → ✓ 5 × 3 ≤ 20 &#163;</p>")
    assert beyond("<p>&#1593;</p>")
