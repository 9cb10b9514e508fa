"""Pictures of every kind that phones, scanners and programs produce: red on the left, blue on the right."""

from __future__ import annotations

import base64
import io
from typing import Any

from PIL import Image, ImageCms

SIZE = (400, 200)


def halves(left: str = "red", right: str = "blue", size: tuple[int, int] = SIZE) -> Image.Image:
    image = Image.new("RGB", size, left)
    image.paste(right, (size[0] // 2, 0, *size))
    return image


def saved(image: Image.Image, form: str, **options: Any) -> bytes:
    target = io.BytesIO()
    image.save(target, form, **options)
    return target.getvalue()


def turned(number: int) -> Image.Exif:
    """Return EXIF data with the camera orientation, 1 to 8."""
    exif = Image.Exif()
    exif[0x0112] = number
    return exif


def ycck() -> bytes:
    """Return a JPEG in YCCK, as Photoshop writes it. Pillow writes CMYK, so the channels are converted first and the
    Adobe marker is changed."""
    cyan, magenta, yellow, black = halves().convert("CMYK").split()
    luminance, *chroma = Image.merge("RGB", (cyan, magenta, yellow)).convert("YCbCr").split()
    inverted = [channel.point(lambda value: 255 - value) for channel in (luminance, *chroma)]
    data = bytearray(saved(Image.merge("CMYK", (*inverted, black)), "JPEG", quality=95))
    data[data.index(b"Adobe") + 11] = 2
    return bytes(data)


def sixteen_bits(mode: str = "I;16", form: str = "TIFF") -> bytes:
    """Return a grey picture: a quarter of the brightness on the left, three quarters on the right."""
    image, half = Image.new(mode, SIZE), SIZE[0] // 2
    image.putdata(([0x4000] * half + [0xC000] * half) * SIZE[1])
    return saved(image, form)


HEIC = base64.b64decode(
    "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAX1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAA"
    "AERAAAEAAQAAAAABoQABAAAAAAAAAEMAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRtAAAAAAABAAAA/WlwcnAAAADd"
    "aXBjbwAAAHZodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQGEAAQAqQgEBA3AAAAMAkAAAAwAA"
    "AwAeoCCBBZbq5Ka5uAhoMCAAAAMDIAAAAwAhYgABAAZEAcFzwIkAAAATY29scm5jbHgAAQANAAaAAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAoY2xh"
    "cAAAAEAAAAABAAAAIAAAAAEAAAAAAAAAAf///+AAAAACAAAAEHBpeGkAAAAAAwgICAAAABhpcG1hAAAAAAAAAAEAAQWBAgMFhAAAAEttZGF0AAAA"
    "PygBr1jm9Oq//+c7v/8qPSH2JRfX/+Kr1X9RO0/8YSVJLUGhOEOoU1kV9AH/X9IQtIF+6STPHCOH8N3q7MGiFA=="
)
"""The same picture as an iPhone encodes one, 64 × 32 pixels; Pillow and pi-heif only read it."""


def frames() -> dict[str, Any]:
    """Return options that save a second frame in green."""
    return {"save_all": True, "append_images": [halves("green", "green")]}


_LAB = ImageCms.profileToProfile(
    halves(), ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), outputMode="LAB"
)
assert _LAB is not None

COLOURED: dict[str, tuple[str, bytes]] = {
    "JPEG": ("jpg", saved(halves(), "JPEG")),
    "progressive JPEG": ("jpg", saved(halves(), "JPEG", progressive=True)),
    "JPEG in CMYK": ("jpg", saved(halves().convert("CMYK"), "JPEG")),
    "JPEG in YCCK": ("jpg", ycck()),
    "MPO": ("jpg", saved(halves(), "MPO", **frames())),
    "PNG with a palette": ("png", saved(halves().quantize(8), "PNG")),
    "GIF of two frames": ("gif", saved(halves().quantize(8), "GIF", **frames())),
    "WebP": ("webp", saved(halves(), "WEBP")),
    "WebP of two frames": ("webp", saved(halves(), "WEBP", **frames())),
    "TIFF of two pages": ("tiff", saved(halves(), "TIFF", **frames())),
    "TIFF around a JPEG": ("tiff", saved(halves(), "TIFF", compression="jpeg")),
    "TIFF in CMYK": ("tiff", saved(halves().convert("CMYK"), "TIFF")),
    "TIFF in Lab": ("tiff", saved(_LAB, "TIFF")),
    "BMP": ("bmp", saved(halves(), "BMP")),
    "AVIF": ("avif", saved(halves(), "AVIF")),
    "HEIC": ("heic", HEIC),
}
"""Colour pictures by kind, with the extension under which each is stored."""
GREY: dict[str, tuple[str, bytes, int, int]] = {
    "PNG of 16 bits": ("png", sixteen_bits(form="PNG"), 64, 192),
    "TIFF of 16 bits": ("tiff", sixteen_bits(), 64, 192),
    "TIFF of 32 bits": ("tiff", sixteen_bits("I"), 64, 192),
    "TIFF of floating point": ("tiff", sixteen_bits("F"), 0, 255),
    "PNG of greys with alpha": ("png", saved(halves().convert("LA"), "PNG"), 76, 29),
    "PNG of one bit": ("png", saved(halves("white", "black").convert("1"), "PNG"), 255, 0),
}
"""Pictures without colour: the extension, and the grey values on the left and on the right."""
