"""The charset of a text file: UTF-8, UTF-16 or Windows-1252, detected from the bytes of the whole file."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import IO

_CHUNK = 1024 * 1024
_HEAD = 8192
UTF_8, UTF_16_LE, UTF_16_BE, WINDOWS_1252 = "utf-8", "utf-16le", "utf-16be", "windows-1252"
_MARKS = {codecs.BOM_UTF8: UTF_8, codecs.BOM_UTF16_LE: UTF_16_LE, codecs.BOM_UTF16_BE: UTF_16_BE}
_MARKUP = re.compile(
    r"^[\s\ufeff]*<(?:!doctype|html|svg|script|head|body|iframe|object|embed|\?xml|\?php)", re.IGNORECASE
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def charset_of(source: IO[bytes]) -> str | None:
    """Return the charset of a text, by its name on the web; None for text with control characters, or that a browser
    would run as markup. A byte order mark decides. Without one it is UTF-8 if every byte fits, UTF-16 if every
    second byte is zero, as in Latin letters, and otherwise Windows-1252, which accepts any byte."""
    source.seek(0)
    head = source.read(_HEAD)
    marked = next((charset for mark, charset in _MARKS.items() if head.startswith(mark)), None)
    likely = [marked] if marked else [_halved(head) or UTF_8, WINDOWS_1252]
    for charset in likely:
        try:
            return charset if _is_text(source, charset) else None
        except UnicodeDecodeError:
            continue
    return None


def _halved(head: bytes) -> str | None:
    """Detect UTF-16 without its mark: no zero in one half of the bytes, and zeros in most of the other."""
    even, odd = head[::2], head[1::2]
    for low, high, charset in ((even, odd, UTF_16_LE), (odd, even, UTF_16_BE)):
        if b"\0" not in low and high.count(0) * 2 > len(high):
            return charset
    return None


def _is_text(source: IO[bytes], charset: str) -> bool:
    """Decode the text. Raises UnicodeDecodeError if it is not in `charset`."""
    decoder = "latin-1" if charset == WINDOWS_1252 else charset
    first = True
    for text in codecs.iterdecode(_pieces(source), decoder):
        if _CONTROL.search(text) or (first and _MARKUP.match(text)):
            return False
        first = first and not text.strip("\ufeff \t\r\n\f\v")
    return True


def _pieces(source: IO[bytes]) -> Iterator[bytes]:
    source.seek(0)
    return iter(lambda: source.read(_CHUNK), b"")
