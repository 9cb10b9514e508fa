"""A name in each script, and whether a paper shows it."""

from __future__ import annotations

from collections.abc import Iterable

NAMES = {
    "Latin": "Łucja Éloïse Nguyễn Thị Griffith Fflur Office",
    "Greek": "Ελένη Παππά",
    "Cyrillic": "Жанна Ёлкина",
    "Arabic": "محمد عبد الله",
    "Hebrew": "יעקב כהן",
    "Hindi": "प्रिया शर्मा",
    "Thai": "สมชาย น้ำใส",
    "Chinese": "李小龙 張偉",
    "Japanese": "山田さくら カタカナ",
    "Korean": "김민수",
    "Bengali": "রবীন্দ্রনাথ",
    "Tamil": "தமிழ்",
    "Georgian": "ქართული",
    "Emoji": "🎓 👨‍👩‍👧‍👦",
}
"""By script. The Latin one has the pairs that fonts have ligatures for."""


def missing(pages: Iterable[str], text: str) -> list[str]:
    """Return the words of `text` that the text of the pages lacks. PDFium puts blanks between glyphs that stand apart
    in a word, and turns some right-to-left words round: neither counts."""
    found = "".join("".join(pages).split())
    return [word for word in text.split() if word not in found and word[::-1] not in found]
