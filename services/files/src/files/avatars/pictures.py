"""Pictures of users: cropped square and scaled to two sizes, or drawn from initials where there is none."""

from __future__ import annotations

import io
import threading
import warnings
from typing import IO, Any

from PIL import Image, ImageDraw, ImageFont, ImageOps

from kit.errors import BUSY, Invalid, TooLarge, Unavailable

LARGE, SMALL = 256, 64
"""The two stored sizes, in pixels."""
MAX_BYTES = 10 * 1024 * 1024
MAX_PIXELS = {"JPEG": 40_000_000, "PNG": 16_000_000, "GIF": 16_000_000}
"""The most pixels by format, checked from the header before decoding. A JPEG is decoded at an eighth of its size, the
others whole, to at most 64 MB."""
WAIT_SECONDS = 10.0
"""The longest wait to decode a picture; one is decoded at a time."""
NOT_A_PICTURE = "{name} is not a standard image file"

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
    """A PNG with the initials of `name` on a colour derived from the user's id."""
    parts = name.split()
    letters = (parts[0][:1] + (parts[-1][:1] if len(parts) > 1 else "")).upper() if parts else "?"
    image = Image.new("RGB", (size, size), _SHADES[user_id % len(_SHADES)])
    font = ImageFont.load_default(size=size * 0.42)
    ImageDraw.Draw(image).text((size / 2, size / 2), letters, fill="white", font=font, anchor="mm")
    return _encoded(image, "PNG")
