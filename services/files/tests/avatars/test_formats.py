"""Pictures of users are stored by their content, upright and in their colours (`platform.md 7`)."""

from __future__ import annotations

import base64
import io
import subprocess
import sys
from collections.abc import Callable

import httpx
import pytest
from PIL import Image, ImageCms, ImageOps

from files.avatars import pictures
from files.avatars.pictures import crop
from kit.errors import Invalid, TooLarge
from kit.policy import Actor
from services.files.tests.samples import COLOURED, GREY, SIZE, halves, saved, turned
from staffroom_testing import actor, peers

ClientFor = Callable[[Actor | None], httpx.Client]
Colour = tuple[int, ...]


def corners(large: bytes) -> tuple[Colour, Colour]:
    """Return a pixel near the left and one near the right of a stored picture."""
    image = Image.open(io.BytesIO(large))
    assert (image.format, image.mode, image.size) == ("JPEG", "RGB", (pictures.LARGE, pictures.LARGE))
    left, right = image.getpixel((20, 128)), image.getpixel((235, 128))
    assert isinstance(left, tuple) and isinstance(right, tuple)
    return left, right


def is_near(seen: Colour, meant: Colour, most: int = 25) -> bool:
    return all(abs(one - other) <= most for one, other in zip(seen, meant, strict=True))


RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)


@pytest.mark.parametrize("kind", COLOURED)
def test_picture_of_any_kind_keeps_its_first_frame_and_its_colours(kind: str) -> None:
    left, right = corners(crop(io.BytesIO(COLOURED[kind][1]), "me", 50, 50)[0])
    assert is_near(left, RED) and is_near(right, BLUE), (left, right)


@pytest.mark.parametrize("kind", GREY)
def test_greys_of_any_depth_keep_their_lightness(kind: str) -> None:
    _, data, dark, light = GREY[kind]
    left, right = corners(crop(io.BytesIO(data), "me", 50, 50)[0])
    assert is_near(left, (dark,) * 3) and is_near(right, (light,) * 3), (left, right)


def test_transparent_palette_colour_becomes_white() -> None:
    palette = halves().quantize(8)
    data = saved(palette, "PNG", transparency=palette.getpixel((0, 0)))
    left, right = corners(crop(io.BytesIO(data), "me", 50, 50)[0])
    assert is_near(left, WHITE) and is_near(right, BLUE)


@pytest.mark.parametrize("form", ["JPEG", "PNG", "TIFF", "WEBP", "AVIF"])
def test_picture_is_turned_by_its_camera_orientation(form: str) -> None:
    data = saved(halves(), form, exif=turned(3))
    left, right = corners(crop(io.BytesIO(data), "me", 50, 50)[0])
    assert is_near(left, BLUE) and is_near(right, RED)


@pytest.mark.parametrize("number", range(1, 9))
def test_each_camera_orientation_is_corrected(number: int) -> None:
    """The camera writes the picture turned; Pillow's own reader turns it back, and so do we."""
    image = halves(size=(200, 200))
    image.paste("lime", (0, 0, 100, 100))
    data = saved(image, "PNG", exif=turned(number))
    meant = ImageOps.exif_transpose(Image.open(io.BytesIO(data)))
    seen = Image.open(io.BytesIO(crop(io.BytesIO(data), "me", 50, 50)[0]))
    for x, y in ((40, 40), (160, 40), (40, 160), (160, 160)):
        scaled = seen.getpixel((x * 256 // 200, y * 256 // 200))
        assert is_near(scaled, meant.getpixel((x, y))), number  # type: ignore[arg-type]


def test_broken_exif_turns_nothing() -> None:
    data = saved(halves(), "JPEG", exif=b"Exif\0\0MM\0*\0\0\0\x08\xff\xff\x01\x12")
    left, _ = corners(crop(io.BytesIO(data), "me", 50, 50)[0])
    assert is_near(left, RED)


def test_colours_follow_the_embedded_profile() -> None:
    """A profile in which the same numbers mean another colour is applied; a broken one is not."""
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    kept, _ = corners(crop(io.BytesIO(saved(halves(), "JPEG", icc_profile=lab)), "me", 50, 50)[0])
    broken, _ = corners(crop(io.BytesIO(saved(halves(), "JPEG", icc_profile=b"no profile")), "me", 50, 50)[0])
    assert is_near(kept, RED) and is_near(broken, RED)


@pytest.mark.parametrize("kind", COLOURED)
def test_truncated_picture_is_reported_as_truncated(kind: str) -> None:
    data = COLOURED[kind][1]
    with pytest.raises(Invalid) as refusal:
        crop(io.BytesIO(data[: len(data) // 3]), "me.jpg", 50, 50)
    assert refusal.value.text.startswith("me.jpg cannot be read: it is damaged or incomplete.")


@pytest.mark.parametrize("kind", COLOURED)
def test_too_many_pixels_are_refused_with_number_and_limit(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MAX_PIXELS", {})
    monkeypatch.setattr(pictures, "MAX_PIXELS_WHOLE", 2000)
    width, height = (64, 32) if kind == "HEIC" else SIZE
    with pytest.raises(TooLarge) as refusal:
        crop(io.BytesIO(COLOURED[kind][1]), "me.png", 50, 50)
    assert refusal.value.code == "too_many_pixels"
    assert refusal.value.text == (
        f"me.png has {width * height:,} pixels ({width} × {height}), and at most 2,000 are taken. "
        "Make it smaller and upload it again."
    )


def test_photo_of_fifty_million_pixels_is_scaled_while_reading() -> None:
    """Its pixels would take 150 MB; the process grows by less than a quarter of that."""
    script = (
        "import io, resource, sys\n"
        "from files.avatars.pictures import crop\n"
        "from PIL import Image\n"
        "Image.init()\n"
        "data = sys.stdin.buffer.read()\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "crop(io.BytesIO(data), 'a.jpg', 50, 50)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    data = saved(Image.new("L", (8160, 6120), 90), "JPEG")
    grown = int(subprocess.run([sys.executable, "-c", script], input=data, capture_output=True, check=True).stdout)
    assert grown < (38 * 1024 if sys.platform == "linux" else 38 * 2**20), grown


def test_call_accepts_pictures_of_phones(client: ClientFor) -> None:
    me = actor("tutor", user_id=31)
    with peers.answering("identity"):
        for name, kind in (("IMG_1.HEIC", "HEIC"), ("p.jpg", "MPO"), ("p.webp", "WebP"), ("p.jpg", "AVIF")):
            answer = client(me).post("/api/v1/avatar/user/31", files={"file": (name, COLOURED[kind][1])})
            assert answer.status_code == 201, (kind, answer.text)
            stored = client(me).get("/api/v1/avatar/user/31").json()["data"]["image"]
            left, right = corners(base64.b64decode(stored))
            assert is_near(left, RED) and is_near(right, BLUE), kind
