"""The fonts of PDFs, for every script, and fontconfig's file that names them (`docs/documents.md`, Fonts).

Latin, Greek and Cyrillic are DejaVu Sans of this tree; every other script is Noto Sans, and emoji Noto Emoji, from the
packages below. None of the machine's own fonts is used, so that a document looks the same everywhere. A font is opened,
and its used glyphs are embedded in the PDF, only for a document that has a character of it.
"""

import importlib.util
import os
from pathlib import Path
from xml.sax.saxutils import escape

from devstack.layout import ROOT, Trouble

PACKAGES = ("manimgx_fonts", "manimgx_fonts_cjk")
"""Packages of `devstack/pyproject.toml` whose folder holds fonts."""
FAMILIES = ("DejaVu Sans", "Noto Sans CJK SC", "Noto Emoji")
"""The families to try first for a character that the named ones lack, in this order. Chinese characters
of a name in an unknown language are drawn as in China."""


def folders() -> list[Path]:
    """Return the folders of the fonts.

    Raises:
        Trouble: a package is not installed.
    """
    places = [ROOT / "devstack" / "pdf" / "fonts"]
    for name in PACKAGES:
        spec = importlib.util.find_spec(name)
        if spec is None or not spec.origin:
            raise Trouble(f"The package {name} is missing: `make status` installs the packages of requirements.lock.")
        places.append(Path(spec.origin).parent)
    return places


def config() -> Path:
    """Write fontconfig's file for the fonts of the tree and its packages. Returns its path, for FONTCONFIG_FILE."""
    dirs = "\n".join(f"  <dir>{escape(str(folder))}</dir>" for folder in folders())
    strings = "".join(f"<string>{family}</string>" for family in FAMILIES)
    text = (
        '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n'
        f'{dirs}\n  <cachedir prefix="xdg">staffroom-fonts</cachedir>\n  <match target="pattern">\n'
        f'    <edit name="family" mode="append_last" binding="weak">{strings}</edit>\n  </match>\n</fontconfig>\n'
    )
    path = ROOT / ".cache" / "fonts.conf"
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(exist_ok=True)
        draft = path.with_suffix(f".{os.getpid()}")
        draft.write_text(text)
        draft.replace(path)
    return path
