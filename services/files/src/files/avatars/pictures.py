"""Pictures of users: cropped square and scaled to two sizes, or drawn from initials where there is none."""

from __future__ import annotations

import io
import threading
import unicodedata
import warnings
from typing import IO, Any

from PIL import Image, ImageDraw, ImageFont, ImageOps

from files.avatars import faces
from kit.errors import BUSY, Invalid, TooLarge, Unavailable
from kit.values.initials import signs

LARGE, SMALL = 256, 64
"""The two stored sizes, in pixels."""
MAX_BYTES = 10 * 1024 * 1024
MAX_PIXELS = {"JPEG": 40_000_000, "PNG": 16_000_000, "GIF": 16_000_000}
"""The most pixels by format, checked from the header before decoding. A JPEG is decoded at an eighth of its size, the
others whole, to at most 64 MB."""
WAIT_SECONDS = 10.0
"""The longest wait to decode a picture; one is decoded at a time."""
NOT_A_PICTURE = "{name} is not a standard image file"

_GAP = 0.03
"""Between two initials, as a part of the size of the picture."""
_one_at_a_time = threading.BoundedSemaphore(1)
_SHADES = ("#12404a", "#7a4b12", "#46507a", "#5d3a57", "#2c5a3f", "#7a3230", "#3d5a73", "#66591c")
"""The shell's colours for people without a picture (`web/libs/ui`)."""


def crop(source: IO[bytes], name: str, x: int, y: int) -> tuple[bytes, bytes]:
    """The picture in both sizes, LARGE and SMALL. `x` and `y` (0 to 100) centre the crop of the longer side.

    Raises Invalid for anything but a jpg, png or gif, TooLarge for too many pixels, Unavailable after WAIT_SECONDS.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # our own limit is below Pillow's
            with Image.open(source, formats=[*MAX_PIXELS]) as image:
                limit = MAX_PIXELS[image.format or "PNG"]
                if image.width * image.height > limit:
                    raise TooLarge(f"The picture has more than {limit // 1_000_000} million pixels")
                upright = _decoded(image)
    except Image.DecompressionBombError:
        raise TooLarge(f"The picture has more than {MAX_PIXELS['JPEG'] // 1_000_000} million pixels") from None
    except (OSError, ValueError, SyntaxError):
        raise Invalid(NOT_A_PICTURE.format(name=name), fields={"file": "Not an image"}) from None
    flat = Image.new("RGB", upright.size, "white")
    flat.paste(upright, mask=upright.getchannel("A"))
    square = ImageOps.fit(flat, (LARGE, LARGE), Image.Resampling.LANCZOS, centering=(x / 100, y / 100))
    small = square.resize((SMALL, SMALL), Image.Resampling.LANCZOS)
    return _encoded(square, "JPEG", quality=85), _encoded(small, "JPEG", quality=85)


def _decoded(image: Image.Image) -> Image.Image:
    """The picture upright, as RGBA, reduced to little more than its stored size. One picture at a time is decoded, so
    that only one is in memory whole."""
    if not _one_at_a_time.acquire(timeout=WAIT_SECONDS):
        raise Unavailable(BUSY)
    try:
        image.draft("RGB", (LARGE * 2, LARGE * 2))
        image.load()
        colours = image if image.mode == "RGBA" else image.convert("RGBA")
        factor = max(1, min(colours.width, colours.height) // (LARGE * 2))
        return ImageOps.exif_transpose(colours.reduce(factor))
    finally:
        image.close()
        _one_at_a_time.release()


def _encoded(image: Image.Image, form: str, **options: Any) -> bytes:
    target = io.BytesIO()
    image.save(target, form, optimize=True, **options)
    return target.getvalue()


def initials(name: str, user_id: int, size: int) -> bytes:
    """A PNG with the initials of `name` on a colour derived from the user's id. A sign that no font here has is left
    out."""
    image = Image.new("RGB", (size, size), _SHADES[user_id % len(_SHADES)])
    found = signs(name) or ["?"]
    if len(found) > 1 and unicodedata.bidirectional(found[0][0]) in {"R", "AL"}:
        found.reverse()
    drawn = [(sign, font) for sign in found if (font := faces.of(sign, round(size * 0.42)))]
    if (wide := _width(drawn, size)) > size * 0.8:
        smaller = [(sign, faces.of(sign, round(size * 0.42 * size * 0.8 / wide))) for sign, _ in drawn]
        drawn = [(sign, font) for sign, font in smaller if font]
    boxes = [font.getbbox(sign, anchor="ls") for sign, font in drawn]
    left = (size - _width(drawn, size)) / 2
    line = (size - min((box[1] for box in boxes), default=0) - max((box[3] for box in boxes), default=0)) / 2
    for sign, font in drawn:
        ImageDraw.Draw(image).text((left, line), sign, fill="white", font=font, anchor="ls")
        left += font.getlength(sign) + size * _GAP
    return _encoded(image, "PNG")


def _width(drawn: list[tuple[str, ImageFont.FreeTypeFont]], size: int) -> float:
    return sum(font.getlength(sign) for sign, font in drawn) + size * _GAP * (len(drawn) - 1)
