"""Pictures of users: cropped square and scaled to two sizes, or drawn from initials if there is none."""

from __future__ import annotations

import io
import threading
import unicodedata
from typing import IO, Any

from PIL import Image, ImageCms, ImageDraw, ImageFont, ImageOps

from files import pictures, refusals
from files.avatars import faces
from kit.errors import BUSY, Invalid, Unavailable
from kit.values.initials import signs

LARGE, SMALL = 256, 64
"""The two stored sizes, in pixels."""
MAX_BYTES = 10 * 1024 * 1024
MAX_PIXELS = {"JPEG": 50_000_000, "MPO": 50_000_000, "HEIF": 25_000_000, "AVIF": 25_000_000}
"""Maximum number of pixels by format, checked from the header before decoding. A JPEG is decoded at an eighth of its
size. A HEIC or AVIF of a phone takes up to 250 MB to decode, since their decoders support no smaller size."""
MAX_PIXELS_WHOLE = 16_000_000
"""The limit of all other formats, which are decoded in full, to 64 MB."""
WAIT_SECONDS = 10.0
"""The longest wait for decoding; pictures are decoded one at a time."""
NOT_A_PICTURE = "{name} is not a standard image file"

_GAP = 0.03
"""Space between two initials, as a share of the picture's size."""
_ORIENTATION = 0x0112
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""The EXIF orientation tag, and the transpositions that correct it."""
_one_at_a_time = threading.BoundedSemaphore(1)
_SHADES = ("#12404a", "#7a4b12", "#46507a", "#5d3a57", "#2c5a3f", "#7a3230", "#3d5a73", "#66591c")
"""The shell's colours for people without a picture (`web/libs/ui`)."""


def crop(source: IO[bytes], name: str, x: int, y: int) -> tuple[bytes, bytes]:
    """Return the picture in both sizes, LARGE and SMALL. `x` and `y` (0 to 100) centre the crop of the longer side.

    Raises Invalid for content that is not a readable picture, TooLarge for too many pixels, Unavailable after
    WAIT_SECONDS.
    """
    try:
        with pictures.opened(source, name) as image:
            pictures.check_pixels(image, name, MAX_PIXELS.get(image.format or "", MAX_PIXELS_WHOLE))
            upright = _decoded(image, name)
    except pictures.NoPicture:
        raise Invalid(NOT_A_PICTURE.format(name=name), fields={"file": "Not an image"}) from None
    square = ImageOps.fit(upright, (LARGE, LARGE), Image.Resampling.LANCZOS, centering=(x / 100, y / 100))
    small = square.resize((SMALL, SMALL), Image.Resampling.LANCZOS)
    return _encoded(square, "JPEG", quality=85), _encoded(small, "JPEG", quality=85)


def _decoded(image: Image.Image, name: str) -> Image.Image:
    """Return the first frame upright in sRGB on white, reduced to little more than its stored size. Pictures are
    decoded one at a time, so that memory holds only one. Raises Invalid for a truncated one."""
    if not _one_at_a_time.acquire(timeout=WAIT_SECONDS):
        raise Unavailable(BUSY)
    try:
        image.draft("RGB", (LARGE * 2, LARGE * 2))
        image.load()
        return _upright(_in_srgb(_reduced(image), image.info.get("icc_profile")), image)
    except (*pictures.BROKEN, MemoryError):
        raise refusals.unreadable(name) from None
    finally:
        image.close()
        _one_at_a_time.release()


def _reduced(image: Image.Image) -> Image.Image:
    """Return the picture in RGB on white, or in CMYK, reduced band by band: only one band at a time is converted."""
    factor = max(1, min(image.size) // (LARGE * 2))
    width, height = -(-image.width // factor), -(-image.height // factor)
    mode = "CMYK" if image.mode == "CMYK" else "RGB"
    whole = Image.new(mode, (width, height))
    scale = _scale(image)
    rows = max(1, 1_000_000 // image.width // factor) * factor
    for top in range(0, image.height, rows):
        band = image.crop((0, top, image.width, min(top + rows, image.height)))
        if scale is not None:
            band = band.convert("F").point(scale).convert("L")
        if mode == "RGB":
            band = _on_white(band)
        whole.paste(band.reduce(factor), (0, top // factor))
    return whole


def _scale(image: Image.Image) -> Any:
    """Return the function from greys of more than 8 bits to 0 to 255; None for other pictures. 16 bits have a fixed
    white; the others use their lightest value."""
    if image.mode.startswith("I;16"):
        return lambda grey: grey * (1 / 257)
    if image.mode not in {"I", "F"}:
        return None
    extrema: Any = image.getextrema()  # a pair, since these have one channel
    darkest, lightest = extrema
    if image.format == "PNG" or (image.mode == "I" and 255 < lightest <= 65_535 and darkest >= 0):
        darkest, lightest = 0, 65_535
    steps = 255 / ((lightest - darkest) or 1)
    return lambda grey: grey * steps + (-darkest * steps)


def _on_white(band: Image.Image) -> Image.Image:
    """Return a band in RGB on white."""
    if not band.has_transparency_data:
        return band.convert("RGB")
    colours = band.convert("RGBA")
    flat = Image.new("RGB", band.size, "white")
    flat.paste(colours, mask=colours.getchannel("A"))
    return flat


def _in_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    """Convert the colours by the picture's own profile (Display P3 of a phone, or a CMYK press)."""
    if profile:
        try:
            own = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            seen = ImageCms.profileToProfile(image, own, ImageCms.createProfile("sRGB"), outputMode="RGB")
        except (ImageCms.PyCMSError, *pictures.BROKEN):
            seen = None  # a broken profile, or one for other channels
        if seen is not None:
            return seen
    return image.convert("RGB")


def _upright(small: Image.Image, image: Image.Image) -> Image.Image:
    """Return `small` turned upright by the EXIF of `image`. Broken EXIF turns nothing."""
    try:
        turned = _TURNS.get(image.getexif().get(_ORIENTATION, 1))
    except pictures.BROKEN:
        turned = None
    return small if turned is None else small.transpose(turned)


def _encoded(image: Image.Image, form: str, **options: Any) -> bytes:
    target = io.BytesIO()
    image.save(target, form, optimize=True, **options)
    return target.getvalue()


def initials(name: str, user_id: int, size: int) -> bytes:
    """Return a PNG with the initials of `name` on a colour derived from the user's id. A character that no font here
    has is left out."""
    image = Image.new("RGB", (size, size), _SHADES[user_id % len(_SHADES)])
    initials = signs(name) or ["?"]
    if len(initials) > 1 and unicodedata.bidirectional(initials[0][0]) in {"R", "AL"}:
        initials.reverse()
    drawn = [(sign, font) for sign in initials if (font := faces.of(sign, round(size * 0.42)))]
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
