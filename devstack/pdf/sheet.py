"""Paper and margins from the form of Gotenberg's route."""

import re
from dataclasses import dataclass

UNITS = {"": 72.0, "in": 72.0, "pt": 1.0, "px": 0.75, "pc": 12.0, "cm": 72 / 2.54, "mm": 72 / 25.4}
DEFAULTS = {
    "paperWidth": "8.5",
    "paperHeight": "11",
    "marginTop": "0.39",
    "marginRight": "0.39",
    "marginBottom": "0.39",
    "marginLeft": "0.39",
    "landscape": "false",
}


class BadForm(ValueError):
    """A field of the form is missing or not one that Gotenberg takes; the text goes to the caller."""


@dataclass(frozen=True)
class Sheet:
    """Paper and margins in points."""

    width: float
    height: float
    margins: tuple[float, float, float, float]


def points(name: str, text: str) -> float:
    """Convert a length of Gotenberg's form to points: a number with in (the default), pt, px, pc, cm or mm.

    Raises:
        BadForm: the text is not a length.
    """
    match = re.fullmatch(r"\s*(\d{1,5}(?:\.\d{1,6})?)\s*(in|pt|px|pc|cm|mm|)\s*", text)
    if not match:
        raise BadForm(f"Invalid form data: form field '{name}' is invalid (got '{text[:40]}')")
    return float(match.group(1)) * UNITS[match.group(2)]


def sheet(form: dict[str, str]) -> Sheet:
    """Read paper and margins from the form, with Gotenberg's defaults.

    Raises:
        BadForm: a field is not a length, or the margins leave no room.
    """
    given = DEFAULTS | {key: value for key, value in form.items() if key in DEFAULTS and value}
    width, height = points("paperWidth", given["paperWidth"]), points("paperHeight", given["paperHeight"])
    if given["landscape"].lower() in ("true", "1"):
        width, height = height, width
    top, right, bottom, left = (
        points(f"margin{side}", given[f"margin{side}"]) for side in ("Top", "Right", "Bottom", "Left")
    )
    if width - left - right < 36 or height - top - bottom < 36:
        raise BadForm("Invalid form data: the margins leave no room on the paper")
    return Sheet(width, height, (top, right, bottom, left))
