"""Fonts of every script for drawn initials (`docs/documents.md`, Fonts)."""

from __future__ import annotations

import importlib.util
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

_PACKAGES = ("manimgx_fonts", "manimgx_fonts_cjk")
"""The second exists where `make up` runs, and is too large for the images: there the page draws such initials, and
others get only the colour."""
_NOWHERE = "\U0010fffd"
"""A character that no font has."""


@lru_cache(maxsize=1)
def _files() -> list[Path]:
    """Return the fonts, that of Latin, Greek and Cyrillic first and the largest last."""
    specs = [importlib.util.find_spec(name) for name in _PACKAGES]
    folders = [Path(spec.origin).parent for spec in specs if spec and spec.origin]
    fonts = [path for folder in folders for path in folder.glob("*.[to]t[fc]") if "Italic" not in path.name]
    return sorted(fonts, key=lambda path: (not path.name.startswith("NotoSans["), path.stat().st_size))


@lru_cache(maxsize=64)
def _opened(path: Path, size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(path, size)
    font.set_variation_by_axes([400])  # each has one axis, its weight
    return font


def of(sign: str, size: int) -> ImageFont.FreeTypeFont | None:
    """Return the font for a character, None if none has it."""
    fonts = (_opened(path, size) for path in _files())
    return next((font for font in fonts if _has(font, sign[0])), None)


def _has(font: ImageFont.FreeTypeFont, character: str) -> bool:
    return bytes(font.getmask(character)) != bytes(font.getmask(_NOWHERE))
