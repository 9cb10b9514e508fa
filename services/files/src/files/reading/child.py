"""Reading of one file in a separate process: `python -m files.reading.child FILE EXTENSION FOLDER`, with `picture`
after it for a picture that browsers show.

A file that breaks its reader, deliberately or not, never reaches the worker: this process has limits of memory and
time, and writes each result to FOLDER before it continues with the next part. `result.json` has `pages`, or `reason` if
the file cannot be read; `words.json` the text of each page; `thumbnail.jpg` the first page; `picture.jpg` the picture.
"""

from __future__ import annotations

import contextlib
import io
import json
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image, ImageOps

from files import pictures
from files.documents.content.texts import charset_of
from kit.errors import Refused

MEMORY = 1024**3
SECONDS = 45
"""Seconds of processor time."""
MOST_PAGES = 2000
"""Maximum number of pages of a PDF whose text is read."""
MOST_CHARACTERS = 4_000_000
MOST_OF_A_PAGE = 40_000
MOST_PIXELS = 200_000_000
_NAME = "This picture"
LONGEST_SIDE = 480
PICTURE_SIDE = 2000
"""The longest side, in pixels, of a picture converted for browsers."""
THUMBNAIL_BYTES = 30_000
PICTURES = frozenset({"jpg", "jpeg", "jfif", "png", "gif", "bmp", "tiff", "tif", "webp", "avif", "heic", "heif"})
DOCUMENTS = frozenset({"pdf", "ai"})
TEXTS = frozenset({"txt", "csv"})


def read(source: Path, extension: str, folder: Path) -> None:
    """Write the results of reading `source` to `folder`."""
    if extension in DOCUMENTS:
        _document(source, folder)
    elif extension in PICTURES:
        _picture(source, folder)
    else:
        _text(source, folder)


def _document(source: Path, folder: Path) -> None:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(source)
        pages = len(document)
    except pypdfium2.PdfiumError as error:
        locked = "password" in str(error).lower()
        _result(folder, reason="It is protected by a password" if locked else "It is damaged or incomplete")
        return
    if pages == 0:
        _result(folder, reason="It has no pages")
        return
    _result(folder, pages=pages)
    with contextlib.suppress(pypdfium2.PdfiumError, *pictures.BROKEN):
        page = document[0]
        longest = max(page.get_size())
        image = page.render(scale=LONGEST_SIDE / max(longest, 1)).to_pil()
        (folder / "thumbnail.jpg").write_bytes(thumbnail(image))
    texts: list[str] = []
    total = 0
    for number in range(min(pages, MOST_PAGES)):
        text = ""
        with contextlib.suppress(pypdfium2.PdfiumError, *pictures.BROKEN):
            text = cleaned(document[number].get_textpage().get_text_range())
        texts.append(text)
        total += len(text)
        if total > MOST_CHARACTERS:
            break
    (folder / "words.json").write_text(json.dumps(texts))


def _picture(source: Path, folder: Path) -> None:
    _drawn(source, folder, LONGEST_SIDE * 2, "thumbnail.jpg", thumbnail)


def shown(source: Path, folder: Path) -> None:
    """Write the picture of `source` to `folder` as `picture.jpg`, at most PICTURE_SIDE pixels, upright and on white;
    `result.json` as in `read`."""
    _drawn(source, folder, PICTURE_SIDE, "picture.jpg", _jpeg)


def _drawn(source: Path, folder: Path, side: int, name: str, written: Callable[[Image.Image], bytes]) -> None:
    try:
        with source.open("rb") as content, pictures.opened(content, _NAME) as image:
            pictures.check_pixels(image, _NAME, MOST_PIXELS)
            image.draft("RGB", (side, side))
            image.thumbnail((side, side))
            (folder / name).write_bytes(written(ImageOps.exif_transpose(image)))
    except Refused as error:
        _result(folder, reason=str(error))
    except (pictures.NoPicture, MemoryError, *pictures.BROKEN):
        _result(folder, reason="It is damaged or incomplete")
    else:
        _result(folder, pages=1)


def _text(source: Path, folder: Path) -> None:
    with source.open("rb") as content:
        charset = charset_of(content)
        content.seek(0)
        text = content.read(MOST_CHARACTERS).decode(charset or "utf-8", "replace")
    _result(folder, pages=1)
    pieces = [text[at : at + MOST_OF_A_PAGE] for at in range(0, len(text), MOST_OF_A_PAGE)]
    (folder / "words.json").write_text(json.dumps([cleaned(piece) for piece in pieces]))


def cleaned(text: str) -> str:
    """Return `text` on one line, without characters that PostgreSQL refuses, at most MOST_OF_A_PAGE characters."""
    plain = text.replace("\0", "").replace("\ufffe", "").encode("utf-8", "ignore").decode()
    return " ".join(plain.split())[:MOST_OF_A_PAGE]


def thumbnail(image: Image.Image) -> bytes:
    """Return a JPEG of `image`, on white, of at most THUMBNAIL_BYTES bytes and LONGEST_SIDE pixels."""
    image = _on_white(image)
    side = LONGEST_SIDE
    while True:
        image.thumbnail((side, side))
        for quality in (80, 60, 40):
            target = io.BytesIO()
            image.save(target, "JPEG", quality=quality, optimize=True)
            if target.tell() <= THUMBNAIL_BYTES:
                return target.getvalue()
        side = side * 3 // 4


def _jpeg(image: Image.Image) -> bytes:
    target = io.BytesIO()
    _on_white(image).save(target, "JPEG", quality=88, optimize=True)
    return target.getvalue()


def _on_white(image: Image.Image) -> Image.Image:
    if image.mode in {"RGBA", "LA", "PA", "P"}:
        image = image.convert("RGBA")
        ground = Image.new("RGBA", image.size, "white")
        ground.alpha_composite(image)
        image = ground
    return image.convert("RGB")


def _result(folder: Path, **result: Any) -> None:
    (folder / "result.json").write_text(json.dumps(result))


def limit() -> None:
    """Limit the memory and the processor of this process."""
    with contextlib.suppress(ValueError, OSError):  # macOS has no limit of memory
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    source, extension, folder, *wanted = sys.argv[1:]
    limit()
    if wanted == ["picture"]:
        shown(Path(source), Path(folder))
    else:
        read(Path(source), extension, Path(folder))


if __name__ == "__main__":
    main()
