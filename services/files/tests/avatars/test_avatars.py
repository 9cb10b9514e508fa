"""Pictures of users (platform.md 7, GET /avatar/user/{userId})."""

from __future__ import annotations

import base64
import io
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator

import grpc
import httpx
import pytest
from PIL import Image, ImageChops

from files.avatars import pictures
from kit import rpc
from kit.errors import Forbidden
from kit.events import Event
from kit.policy import Actor, as_service
from services.files.tests.builders import GOOD, picture, png
from staffroom.files.v1 import files_pb2, files_pb2_grpc
from staffroom.people.events.v1.events_pb2 import PersonChanged
from staffroom_testing import actor, peers

ClientFor = Callable[[Actor | None], httpx.Client]
ME = actor("tutor", user_id=31)
OTHER = actor("staff", user_id=32)
ADMIN = actor("staff", "sysAdmin", user_id=33)


@pytest.fixture(autouse=True)
def identity() -> Iterator[None]:
    """Identity with the users of the demo data."""
    with peers.answering("identity"):
        yield


def send(client: httpx.Client, data: bytes, user: int = 31, name: str = "me.png", **texts: object) -> httpx.Response:
    values = {key: str(value) for key, value in texts.items()}
    return client.post(f"/api/v1/avatar/user/{user}", files={"file": (name, data)}, data=values)


def picture_of(client: httpx.Client, user: int = 31, size: str = "large") -> Image.Image:
    answer = client.get(f"/api/v1/avatar/user/{user}", params={"size": size})
    assert answer.status_code == 200, answer.text
    return Image.open(io.BytesIO(base64.b64decode(answer.json()["data"]["image"])))


def halves() -> bytes:
    """Return a picture twice as wide as high, red on the left and blue on the right."""
    image = Image.new("RGB", (200, 100), "red")
    image.paste("blue", (100, 0, 200, 100))
    target = io.BytesIO()
    image.save(target, "PNG")
    return target.getvalue()


def test_picture_is_cropped_square_in_two_sizes(client: ClientFor) -> None:
    assert send(client(ME), halves()).json() == {"data": {"id": 31, "version": 1}}
    large, small = picture_of(client(OTHER)), picture_of(client(OTHER), size="small")
    assert (large.size, small.size) == ((256, 256), (64, 64))
    assert large.format == "JPEG"
    left, right = large.getpixel((20, 128)), large.getpixel((235, 128))
    assert left[0] > 200 > 60 > left[2]  # type: ignore[index]
    assert right[2] > 200 > 60 > right[0]  # type: ignore[index]


@pytest.mark.parametrize(("x", "channel"), [(0, 0), (100, 2)])
def test_offset_chooses_the_part_to_keep(client: ClientFor, x: int, channel: int) -> None:
    assert send(client(ME), halves(), offsetX=x, offsetY=10).status_code == 201
    picture_of_me = picture_of(client(ME))
    for where in ((10, 128), (128, 128), (245, 128)):
        assert picture_of_me.getpixel(where)[channel] > 200  # type: ignore[index]
    offset = client(ME).get("/api/v1/avatar/user/31").json()["data"]["offset"]
    assert offset == {"x": x, "y": 10}


def test_transparent_picture_gets_a_white_background(client: ClientFor) -> None:
    target = io.BytesIO()
    Image.new("RGBA", (50, 50), (0, 0, 0, 0)).save(target, "PNG")
    send(client(ME), target.getvalue())
    assert min(picture_of(client(ME)).getpixel((128, 128))) > 250  # type: ignore[type-var,arg-type]


def test_new_picture_replaces_the_old_one(client: ClientFor) -> None:
    send(client(ME), png(colour="red"))
    assert send(client(ME), png(colour="blue")).json()["data"]["version"] == 2
    assert picture_of(client(ME)).getpixel((9, 9))[2] > 200  # type: ignore[index]


def test_initials_are_drawn_without_a_picture(client: ClientFor, deliver: Callable[..., None]) -> None:
    assert client(ME).get("/api/v1/avatar/user/40").status_code == 404
    deliver(
        Event.of(PersonChanged),
        1,
        {"id": 1, "kind": "tutor", "firstName": "Łucja", "lastName": "O'Brien", "userId": 40},
    )
    answer = client(ME).get("/api/v1/avatar/user/40").json()["data"]
    assert (answer["generated"], answer["mediaType"]) == (True, "image/png")
    drawing = picture_of(client(ME), 40, "small")
    assert (drawing.format, drawing.size) == ("PNG", (64, 64))
    assert len(drawing.convert("RGB").getcolors(5000) or []) > 2
    deliver(
        Event.of(PersonChanged), 2, {"id": 2, "kind": "client", "firstName": "No", "lastName": "Account", "userId": 0}
    )
    assert client(ME).get("/api/v1/avatar/user/0").status_code == 404


def test_initials_of_every_script_are_drawn_and_returned(client: ClientFor, deliver: Callable[..., None]) -> None:
    names = ["É", "Ł", "Ж", "李", "さ", "김", "ع", "א", "प्रि", "น้ำ", "👨‍👩‍👧‍👦"]
    drawn = {pictures.initials(name, 8, 64) for name in ["", "S", *names]}
    empty = Image.new("RGB", (64, 64), "#12404a")
    assert len(drawn) == len(names) + 2, "two of them look alike"
    for data in drawn:
        assert ImageChops.difference(Image.open(io.BytesIO(data)).convert("RGB"), empty).getbbox()
    deliver(
        Event.of(PersonChanged), 1, {"id": 1, "kind": "tutor", "firstName": "Жанна", "lastName": "李", "userId": 41}
    )
    assert client(ME).get("/api/v1/avatar/user/41").json()["data"]["initials"] == "Ж李"


def test_wide_pair_of_initials_fits_the_picture() -> None:
    image = Image.open(io.BytesIO(pictures.initials("Ｗ Ｗ", 8, 256))).convert("RGB")
    box = ImageChops.difference(image, Image.new("RGB", (256, 256), "#12404a")).getbbox()
    assert box and box[0] >= 20 and box[2] <= 236


@pytest.mark.parametrize("form", ["JPEG", "GIF"])
def test_jpg_and_gif_are_accepted(client: ClientFor, form: str) -> None:
    extension = {"JPEG": "jpg", "GIF": "gif"}[form]
    assert send(client(ME), picture(form, (30, 90)), name=f"me.{extension}").status_code == 201


@pytest.mark.parametrize("name", ["me.pdf", "me.txt", "me.psd", "me.mp4"])
def test_other_types_are_refused(client: ClientFor, name: str) -> None:
    answer = send(client(ME), GOOD[name.rsplit(".", 1)[1]], name=name)
    assert (answer.status_code, answer.json()["error"]) == (422, f"{name} is not a standard image file")


def test_broken_picture_is_refused(client: ClientFor) -> None:
    data = picture("JPEG", (300, 300))
    assert send(client(ME), data[: len(data) // 2], name="me.jpg").status_code == 422


def bomb(width: int, height: int) -> bytes:
    """Return a small PNG that claims an enormous size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\x00" * 5000))
        + chunk(b"IEND", b"")
    )


def one_bit(width: int, height: int) -> bytes:
    """Return a valid PNG of one bit per pixel: a few kilobytes that decode to megabytes."""
    target = io.BytesIO()
    Image.new("1", (width, height)).save(target, "PNG")
    return target.getvalue()


@pytest.mark.parametrize(
    ("data", "status"),
    [(bomb(7000, 7000), 413), (bomb(20_000, 20_000), 413), (one_bit(6320, 6320), 413)],
    ids=["large", "enormous", "one bit"],
)
def test_picture_with_too_many_pixels_is_never_decoded(client: ClientFor, data: bytes, status: int) -> None:
    answer = send(client(ME), data)
    assert answer.status_code == status, answer.text
    assert client(ME).get("/api/v1/avatar/user/31").status_code == 404


def test_pictures_are_decoded_one_at_a_time() -> None:
    """Six at once take hardly more memory than one: some 80 MB, not six times as much."""
    several = (
        "import io, resource, sys, threading\n"
        "from files.avatars.pictures import crop\n"
        "data = sys.stdin.buffer.read()\n"
        "crop(io.BytesIO(data), 'a.png', 50, 50)\n"
        "one = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "work = [threading.Thread(target=crop, args=(io.BytesIO(data), 'a.png', 50, 50)) for _ in range(6)]\n"
        "[thread.start() for thread in work]\n"
        "[thread.join() for thread in work]\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - one)\n"
    )
    command = [sys.executable, "-c", several]
    grown = int(subprocess.run(command, input=one_bit(3990, 3990), capture_output=True, check=True).stdout)
    assert grown < (100 * 1024 if sys.platform == "linux" else 100 * 2**20), grown


def test_picture_is_turned_by_its_exif_orientation(client: ClientFor) -> None:
    target, exif = io.BytesIO(), Image.Exif()
    exif[0x0112] = 3  # upside down
    Image.open(io.BytesIO(halves())).convert("RGB").save(target, "JPEG", exif=exif)
    assert send(client(ME), target.getvalue(), name="me.jpg").status_code == 201
    assert picture_of(client(ME)).getpixel((20, 128))[2] > 200  # type: ignore[index]


def test_user_0_has_no_picture(client: ClientFor) -> None:
    assert send(client(ADMIN), png(), user=999_999).status_code == 404
    assert client(ADMIN).get("/api/v1/avatar/user/999999").status_code == 404
    with peers.answering():
        away = send(client(ADMIN), png())
    assert away.status_code == 503 and int(away.headers["retry-after"]) > 0


@pytest.mark.parametrize("texts", [{"offsetX": 101}, {"offsetY": -1}, {"offsetX": "left"}])
def test_offset_is_a_percentage(client: ClientFor, texts: dict[str, object]) -> None:
    answer = send(client(ME), png(), **texts)
    assert answer.status_code == 422
    assert list(answer.json()["fields"]) == list(texts)


def test_only_the_user_and_sysadmin_set_and_remove_a_picture(client: ClientFor) -> None:
    assert send(client(OTHER), png()).status_code == 403
    assert send(client(ADMIN), png()).status_code == 201
    assert client(OTHER).delete("/api/v1/avatar/user/31").status_code == 403
    assert client(ME).delete("/api/v1/avatar/user/31").status_code == 200
    assert client(ME).delete("/api/v1/avatar/user/31").status_code == 404
    assert client(None).get("/api/v1/avatar/user/31").status_code == 401


def test_unknown_size_is_422(client: ClientFor) -> None:
    assert client(ME).get("/api/v1/avatar/user/31?size=huge").status_code == 422


def test_only_services_ask_for_pictures_by_rpc(client: ClientFor, rpc_channel: grpc.Channel) -> None:
    stub = files_pb2_grpc.AvatarServiceStub(rpc_channel)
    request = files_pb2.GetAvatarRequest(user_id=31)
    assert rpc.call(stub.GetAvatar, request, actor=as_service("teaching")).image == b""  # none drawn from initials
    send(client(ME), halves())
    image = rpc.call(stub.GetAvatar, request, actor=as_service("teaching")).image
    assert (Image.open(io.BytesIO(image)).format, Image.open(io.BytesIO(image)).size) == ("JPEG", (256, 256))
    for who in (ME, ADMIN):
        with pytest.raises(Forbidden):
            rpc.call(stub.GetAvatar, request, actor=who)
