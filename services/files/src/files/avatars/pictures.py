"""Pictures of users: cut square, scaled to two sizes, and drawn from initials where there is none."""

from __future__ import annotations

import io
import warnings
from typing import IO

from PIL import Image, ImageDraw, ImageFont, ImageOps

from kit.errors import Invalid, TooLarge

LARGE, SMALL = 256, 64
"""Pixels of the two kept sizes."""
MAX_BYTES = 10 * 1024 * 1024
MAX_PIXELS = 40_000_000
"""Unpacked this is 160 MB; a larger picture is refused by its header, before any of it is unpacked."""
NOT_A_PICTURE = "{name} is not a standard image file"

_SHADES = ("#12404a", "#7a4b12", "#46507a", "#5d3a57", "#2c5a3f", "#7a3230", "#3d5a73", "#66591c")
"""The shell's own colours for people without a picture (`web/libs/ui`)."""


def cut(source: IO[bytes], name: str, x: int, y: int) -> tuple[bytes, bytes]:
    """The picture in both sizes. `x` and `y` (0 to 100) say which part of the longer side is kept.

    Raises Invalid for anything but a jpg, png or gif, TooLarge for one of too many pixels.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # our own limit is below Pillow's
            with Image.open(source, formats=["JPEG", "PNG", "GIF"]) as image:
                if image.width * image.height > MAX_PIXELS:
                    raise TooLarge(f"The picture has more than {MAX_PIXELS // 1_000_000} million pixels")
                image.draft("RGB", (LARGE * 2, LARGE * 2))
                upright = ImageOps.exif_transpose(image).convert("RGBA")
    except Image.DecompressionBombError:
        raise TooLarge(f"The picture has more than {MAX_PIXELS // 1_000_000} million pixels") from None
    except (OSError, ValueError, SyntaxError):
        raise Invalid(NOT_A_PICTURE.format(name=name), fields={"file": "Not an image"}) from None
    flat = Image.new("RGB", upright.size, "white")
    flat.paste(upright, mask=upright.getchannel("A"))
    square = ImageOps.fit(flat, (LARGE, LARGE), Image.Resampling.LANCZOS, centering=(x / 100, y / 100))
    return _jpeg(square), _jpeg(square.resize((SMALL, SMALL), Image.Resampling.LANCZOS))


def _jpeg(image: Image.Image) -> bytes:
    target = io.BytesIO()
    image.save(target, "JPEG", quality=85, optimize=True)
    return target.getvalue()


def initials(name: str, user_id: int, size: int) -> bytes:
    """A PNG with the initials of `name` on the user's own shade."""
    words = name.split()
    letters = (words[0][:1] + (words[-1][:1] if len(words) > 1 else "")).upper() if words else "?"
    image = Image.new("RGB", (size, size), _SHADES[user_id % len(_SHADES)])
    font = ImageFont.load_default(size=size * 0.42)
    ImageDraw.Draw(image).text((size / 2, size / 2), letters, fill="white", font=font, anchor="mm")
    target = io.BytesIO()
    image.save(target, "PNG", optimize=True)
    return target.getvalue()
