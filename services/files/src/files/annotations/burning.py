"""Drawing of marks into a PDF in a separate process: `python -m files.annotations.burning measure|burn EXTENSION
FOLDER`.

It has the limits of `files.reading.child`. FOLDER has `source`, the file, and `marks.json`, its marks. `measure` writes
the pages to draw on as `base.pdf`, and to `sheets.json` the `sheets` (the pages with marks, as displayed) or the
`reason` why there are none. `burn` draws the marks, overlays each sheet of `words.pdf`, appends the pages of
`notes.pdf`, and writes `copy.pdf` and `burnt.json`.
"""

from __future__ import annotations

import json
import math
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pypdfium2
from pypdfium2 import raw

from files.annotations.model import ARROW, HIGHLIGHT, NOTE, SQUARE, TEXT
from files.reading import child

PICTURE_SIDE = 842
"""The longer side of a picture in points, as in the viewer (`web/apps/files/src/marks/geometry.ts`)."""
_OPACITY = 89
"""Opacity of a highlight, of 255."""
_THINNEST = 0.3
_HEAD = 0.5
"""The angle between an arrow and each side of its head, in radians."""
_SMALL = 0.02
_FREE = frozenset({raw.FPDF_ANNOT_LINK, raw.FPDF_ANNOT_POPUP})
"""Annotations of the PDF itself that hide no mark."""


def measure(extension: str, folder: Path) -> dict[str, Any]:
    """Write `base.pdf`; return `{sheets: [{page, width, height, rotation, box}]}`, or `{reason}`."""
    base, source = folder / "base.pdf", folder / "source"
    if extension in child.PICTURES:
        child.shown(source, folder)
        picture = folder / "picture.jpg"
        if not picture.exists():
            return dict(json.loads((folder / "result.json").read_text()))
        _page_of(picture, base)
    else:
        shutil.copyfile(source, base)
    marked = {mark["page"] for mark in _read(folder / "marks.json")}
    try:
        document = pypdfium2.PdfDocument(base)
        count = len(document)
        return {"sheets": [_sheet(document, page) for page in sorted(marked) if page < count]}
    except pypdfium2.PdfiumError:
        return {"reason": "It is damaged, or protected by a password"}


def _page_of(picture: Path, target: Path) -> None:
    """Write a PDF whose only page is the picture."""
    document = pypdfium2.PdfDocument.new()
    image = pypdfium2.PdfImage.new(document)
    image.load_jpeg(picture, inline=True)
    pixels = image.get_px_size()
    scale = PICTURE_SIDE / max(*pixels, 1)
    width, height = (side * scale for side in pixels)
    image.set_matrix(pypdfium2.PdfMatrix().scale(width, height))
    page = document.new_page(width, height)
    page.insert_obj(image)
    page.gen_content()
    document.save(target)


def _sheet(document: pypdfium2.PdfDocument, number: int) -> dict[str, Any]:
    """Return the page `number` as displayed: width and height in points, turned by `rotation` degrees, of its visible
    box."""
    page = document[number]
    left, bottom, right, top = page.get_mediabox()
    crop = page.get_cropbox()
    seen = max(left, crop[0]), max(bottom, crop[1]), min(right, crop[2]), min(top, crop[3])
    box = seen if seen[0] < seen[2] and seen[1] < seen[3] else (left, bottom, right, top)
    width, height = box[2] - box[0], box[3] - box[1]
    rotation = page.get_rotation()
    if rotation % 180:
        width, height = height, width
    return {"page": number, "width": width, "height": height, "rotation": rotation, "box": box}


def burn(folder: Path) -> dict[str, Any]:
    """Write `copy.pdf`; return the number of its pages."""
    document = pypdfium2.PdfDocument(folder / "base.pdf")
    marks = _read(folder / "marks.json")
    sheets = folder / "words.pdf"
    over = pypdfium2.PdfDocument(sheets) if sheets.exists() else None
    for place, sheet in enumerate(_read(folder / "sheets.json")["sheets"]):
        page = _opened(document, sheet["page"])
        for mark in marks:
            if mark["page"] == sheet["page"] and mark["kind"] not in {TEXT, NOTE}:
                _draw(page, mark)
        if over is not None:
            form = over.page_as_xobject(place, document).as_pageobject()
            form.set_matrix(upright(sheet["box"], sheet["rotation"], over[place].get_height()))
            page.insert_obj(form)
        page.gen_content()
        page.close()
    notes = folder / "notes.pdf"
    if notes.exists():
        document.import_pages(pypdfium2.PdfDocument(notes))
    document.save(folder / "copy.pdf")
    return {"pages": len(document)}


def _opened(document: pypdfium2.PdfDocument, number: int) -> pypdfium2.PdfPage:
    """Return the page with those of the PDF's own annotations drawn into it that would cover our marks."""
    page = document[number]
    kinds = {_kind_of(page, at) for at in range(raw.FPDFPage_GetAnnotCount(page))}
    if kinds <= _FREE:
        return page
    # drawing gives an annotation its missing appearance; flattening would drop it otherwise
    page.render(scale=_SMALL)
    if raw.FPDFPage_Flatten(page, raw.FLAT_NORMALDISPLAY) != raw.FLATTEN_SUCCESS:
        return page
    page.close()
    return document[number]


def _kind_of(page: pypdfium2.PdfPage, at: int) -> int:
    annotation = raw.FPDFPage_GetAnnot(page, at)
    kind = int(raw.FPDFAnnot_GetSubtype(annotation))
    raw.FPDFPage_CloseAnnot(annotation)
    return kind


def upright(box: Sequence[float], rotation: int, height: float) -> pypdfium2.PdfMatrix:
    """Return the matrix that puts an upright sheet of this height over the page with the box: its top left corner is
    the one that the reader sees, with the page turned clockwise by `rotation` degrees."""
    left, bottom, right, top = box
    match rotation:
        case 90:
            return pypdfium2.PdfMatrix(0, 1, -1, 0, left + height, bottom)
        case 180:
            return pypdfium2.PdfMatrix(-1, 0, 0, -1, right, bottom + height)
        case 270:
            return pypdfium2.PdfMatrix(0, -1, 1, 0, right - height, top)
        case _:
            return pypdfium2.PdfMatrix(1, 0, 0, 1, left, top - height)


def _draw(page: pypdfium2.PdfPage, mark: Mapping[str, Any]) -> None:
    """Draw a mark without text, as the viewer does (`web/apps/files/src/marks/layer.tsx`)."""
    red, green, blue = bytes.fromhex(mark["colour"][1:])
    for stroke in mark["points"]:
        if mark["kind"] == HIGHLIGHT:
            path = _rectangle(stroke)
            raw.FPDFPageObj_SetFillColor(path, red, green, blue, _OPACITY)
            raw.FPDFPath_SetDrawMode(path, raw.FPDF_FILLMODE_WINDING, False)
            raw.FPDFPage_InsertObject(page, path)
            continue
        for path in _lines(mark["kind"], stroke, mark["width"]):
            raw.FPDFPageObj_SetStrokeColor(path, red, green, blue, 255)
            raw.FPDFPageObj_SetStrokeWidth(path, max(_THINNEST, mark["width"]))
            raw.FPDFPageObj_SetLineCap(path, raw.FPDF_LINECAP_ROUND)
            raw.FPDFPageObj_SetLineJoin(path, raw.FPDF_LINEJOIN_ROUND)
            raw.FPDFPath_SetDrawMode(path, raw.FPDF_FILLMODE_NONE, True)
            raw.FPDFPage_InsertObject(page, path)


def _lines(kind: str, stroke: Sequence[float], width: float) -> Iterator[Any]:
    if kind == SQUARE:
        yield _rectangle(stroke)
        return
    yield _path(stroke)
    if kind == ARROW:
        yield _path(head(stroke, width))


def head(stroke: Sequence[float], width: float) -> list[float]:
    """Return the two sides of the arrow head at the end of the stroke."""
    (x1, y1), (x2, y2) = stroke[:2], stroke[-2:]
    angle, length = math.atan2(y2 - y1, x2 - x1), 8 + width * 2
    sides = [(x2 - length * math.cos(angle + by), y2 - length * math.sin(angle + by)) for by in (_HEAD, -_HEAD)]
    return [*sides[0], x2, y2, *sides[1]]


def _path(stroke: Sequence[float]) -> Any:
    path = raw.FPDFPageObj_CreateNewPath(stroke[0], stroke[1])
    # a dot is a line of zero length
    for x, y in _pairs(stroke[2:] or stroke):
        raw.FPDFPath_LineTo(path, x, y)
    return path


def _rectangle(stroke: Sequence[float]) -> Any:
    xs, ys = stroke[::2], stroke[1::2]
    left, bottom = min(xs), min(ys)
    return raw.FPDFPageObj_CreateNewRect(left, bottom, max(xs) - left, max(ys) - bottom)


def _pairs(stroke: Sequence[float]) -> Iterator[tuple[float, float]]:
    return zip(stroke[::2], stroke[1::2], strict=False)


def _read(path: Path) -> Any:
    return json.loads(path.read_text())


def main() -> None:
    step, extension, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    child.limit()
    if step == "measure":
        (folder / "sheets.json").write_text(json.dumps(measure(extension, folder)))
    else:
        (folder / "burnt.json").write_text(json.dumps(burn(folder)))


if __name__ == "__main__":
    main()
