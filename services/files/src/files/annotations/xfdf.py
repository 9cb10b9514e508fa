"""Marks as XFDF (ISO 19444-1): points from the bottom left, pages from 0, `name` as the permanent id.

An element that was not changed here is written as it was read, so that unknown content is preserved.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from files.annotations.model import ARROW, HIGHLIGHT, INK, LINE, NOTE, OTHER, SQUARE, TEXT
from kit.errors import Invalid

NAMESPACE = "http://ns.adobe.com/xfdf/"
UNREADABLE = "The annotations are not XFDF"
_TAGS = {
    INK: "ink",
    HIGHLIGHT: "highlight",
    SQUARE: "square",
    LINE: "line",
    ARROW: "line",
    TEXT: "freetext",
    NOTE: "text",
}
_KINDS = {"ink": INK, "highlight": HIGHLIGHT, "square": SQUARE, "line": LINE, "freetext": TEXT, "text": NOTE}
_DECLARED = re.compile(r"<!(?:doctype|entity)", re.IGNORECASE)
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_BLACK = "#000000"
_SCORE = re.compile(r"Points: (-?\d{1,3}(?:\.5)?)")
"""The `subject` of a mark with points, which other programs show and keep."""
MOST_MARKS = 5000
ElementTree.register_namespace("", NAMESPACE)


def parse(text: str) -> list[dict[str, Any]]:
    """Parse the marks of an XFDF document: `{name, page, kind, data, raw, replies}`; `replies` names another one.
    Elements of an unknown kind get the kind other. Raises Invalid."""
    if _DECLARED.search(text):
        raise _invalid()
    try:
        root = ElementTree.fromstring(text)  # noqa: S314  neither entities nor a document type get this far
    except ElementTree.ParseError:
        raise _invalid() from None
    if _local(root) != "xfdf":
        raise _invalid()
    elements = [one for part in root if _local(part) == "annots" for one in part]
    if len(elements) > MOST_MARKS:
        raise _invalid(f"At most {MOST_MARKS} annotations are taken")
    return [_mark(element, place) for place, element in enumerate(elements)]


def _mark(element: Element, place: int) -> dict[str, Any]:
    given = element.attrib
    try:
        page = int(given.get("page", "0"))
        kind, data = _data(element)
    except (ValueError, IndexError):
        page, kind, data = 0, OTHER, {}
    element.tail = None
    return {
        "name": given.get("name", "")[:200] or f"mark-{place}",
        "page": max(0, min(page, 100_000)),
        "kind": kind,
        "data": data,
        "raw": ElementTree.tostring(element, encoding="unicode"),
        "replies": given.get("inreplyto", ""),
    }


def _data(element: Element) -> tuple[str, dict[str, Any]]:
    """Return kind and data. Raises ValueError, IndexError for invalid numbers."""
    kind = _KINDS.get(_local(element), OTHER)
    given = element.attrib
    if kind == OTHER:
        return OTHER, {}
    if kind == INK:
        points = [_numbers(one.text or "") for one in element.iter() if _local(one) == "gesture"]
    elif kind == LINE:
        points = [[*_numbers(given["start"]), *_numbers(given["end"])]] if {"start", "end"} <= set(given) else []
        kind = ARROW if "Arrow" in given.get("tail", "") + given.get("head", "") else LINE
    elif kind == NOTE:
        left, _, _, top = _numbers(given.get("rect", ""))
        points = [[left, top]]
    elif kind == HIGHLIGHT and "coords" in given:
        numbers = _numbers(given["coords"])
        quads = [numbers[at : at + 8] for at in range(0, len(numbers), 8)]
        points = [[min(quad[::2]), min(quad[1::2]), max(quad[::2]), max(quad[1::2])] for quad in quads]
    else:
        left, bottom, right, top = _numbers(given.get("rect", ""))
        points = [[left, bottom, right, top]]
    if not points or any(len(one) < 2 or len(one) % 2 for one in points):
        raise ValueError("no points")
    colour = given.get("color", "")
    contents = "".join(one.text or "" for one in element if _local(one) == "contents")
    score = _SCORE.fullmatch(given.get("subject", ""))
    return kind, {
        **({"score": float(score[1])} if score else {}),
        "points": points,
        "colour": colour.lower() if _COLOUR.fullmatch(colour) else _BLACK,
        "width": max(0.0, min(float(given.get("width", "1")), 50.0)),
        "contents": contents[:4000],
    }


def _numbers(text: str) -> list[float]:
    numbers = [float(one) for one in re.split(r"[,;\s]+", text.strip()) if one]
    if any(number != number or abs(number) > 1e6 for number in numbers):  # noqa: PLR0124  what is no number
        raise ValueError("no coordinates")
    return numbers


def document(marks: Iterable[Mapping[str, Any]], author: str) -> str:
    """Return the XFDF document of marks: `{name, page, kind, data, raw, replies, modified}`."""
    root = Element(f"{{{NAMESPACE}}}xfdf")
    annots = SubElement(root, f"{{{NAMESPACE}}}annots")
    for mark in marks:
        if mark["raw"]:
            annots.append(ElementTree.fromstring(mark["raw"]))  # noqa: S314  written by `parse`
        else:
            annots.append(_element(mark, author))
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True)


def _element(mark: Mapping[str, Any], author: str) -> Element:
    data, kind = mark["data"], mark["kind"]
    points = data["points"]
    every = [number for stroke in points for number in stroke]
    left, right, bottom, top = min(every[::2]), max(every[::2]), min(every[1::2]), max(every[1::2])
    element = Element(f"{{{NAMESPACE}}}{_TAGS[kind]}")
    if kind == NOTE:
        right, bottom = left + 20, top - 20
    element.attrib |= {
        "name": mark["name"],
        "page": str(mark["page"]),
        "rect": ",".join(map(_short, (left, bottom, right, top))),
        "color": data["colour"],
        "title": author,
        "date": mark["modified"].strftime("D:%Y%m%d%H%M%SZ"),
        "flags": "print",
    }
    if data.get("score") is not None:
        element.attrib["subject"] = f"Points: {data['score']:g}"
    if mark["replies"]:
        element.attrib["inreplyto"] = mark["replies"]
    if kind in {INK, SQUARE, LINE, ARROW}:
        element.attrib["width"] = _short(data["width"])
    if kind in {LINE, ARROW}:
        x, y, *_, x2, y2 = points[0]
        element.attrib |= {"start": f"{_short(x)},{_short(y)}", "end": f"{_short(x2)},{_short(y2)}"}
        if kind == ARROW:
            element.attrib["tail"] = "OpenArrow"
    if kind == HIGHLIGHT:
        element.attrib["coords"] = ",".join(
            ",".join(map(_short, (x, y2, x2, y2, x, y, x2, y))) for x, y, x2, y2 in map(_box, points)
        )
    if kind == INK:
        strokes = SubElement(element, f"{{{NAMESPACE}}}inklist")
        for stroke in points:
            gesture = SubElement(strokes, f"{{{NAMESPACE}}}gesture")
            pairs = zip(stroke[::2], stroke[1::2], strict=True)
            gesture.text = ";".join(f"{_short(x)},{_short(y)}" for x, y in pairs)
    if data["contents"]:
        SubElement(element, f"{{{NAMESPACE}}}contents").text = data["contents"]
    return element


def _box(stroke: list[float]) -> tuple[float, float, float, float]:
    return min(stroke[::2]), min(stroke[1::2]), max(stroke[::2]), max(stroke[1::2])


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _local(element: Element) -> str:
    return str(element.tag).rsplit("}", 1)[-1].lower()


def _invalid(text: str = UNREADABLE) -> Invalid:
    return Invalid(text, fields={"xfdf": text})
