"""A name in each script, and whether a document shows it."""

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
"""Names by script. The Latin one has the pairs for which fonts have ligatures."""


def missing(pages: Iterable[str], text: str) -> list[str]:
    """Return the words of `text` that are missing in the text of the pages. PDFium inserts blanks between separate
    glyphs of a word, and reverses some right-to-left words: ignore both."""
    shown = "".join("".join(pages).split())
    return [word for word in text.split() if word not in shown and word[::-1] not in shown]
