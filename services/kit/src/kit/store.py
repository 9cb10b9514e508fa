"""The client of the file store: put a produced file, get one, as streams of chunks over gRPC."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from kit import rpc
from kit.actors import Actor
from kit.errors import Invalid, TooLarge, Unavailable
from staffroom.files.v1 import files_pb2, files_pb2_grpc

_CHUNK = 256 * 1024


@dataclass(frozen=True)
class Stored:
    """A file from the store."""

    name: str
    media_type: str
    content: bytes


def put(
    source: Path | bytes,
    name: str,
    media_type: str,
    actor: Actor,
    content_type: str = "export",
    entity: tuple[str, int] = ("", 0),
    *,
    checked: bool = False,
) -> int:
    """Store the file at (or the bytes of) `source` for `actor` and return its file id. `entity` is its owner: a person,
    who can see it then. A `checked` one comes from outside: the rules of uploads apply. Raises Unavailable; Invalid and
    TooLarge for a file that the store refuses."""

    def requests() -> Iterator[files_pb2.PutRequest]:
        info = files_pb2.FileInfo(
            name=name,
            media_type=media_type,
            owner_user_id=actor.user_id,
            content_type=content_type,
            entity_type=entity[0],
            entity_id=entity[1],
            checked=checked,
        )
        yield files_pb2.PutRequest(info=info)
        opened: IO[bytes] = io.BytesIO(source) if isinstance(source, bytes) else source.open("rb")
        with opened:
            while chunk := opened.read(_CHUNK):
                yield files_pb2.PutRequest(chunk=chunk)

    stub = files_pb2_grpc.FileServiceStub(rpc.channel("files"))
    answer = rpc.call(stub.Put, requests(), timeout=120, actor=actor)
    return int(answer.file_id)


def get(file_id: int, actor: Actor, most: int) -> Stored:
    """Return a file the actor may see, of at most `most` bytes. Raises NotFound, NotYourFile, TooLarge, Unavailable."""
    stub = files_pb2_grpc.FileServiceStub(rpc.channel("files"))

    def receive(request: files_pb2.GetRequest, **options: Any) -> Stored:
        info, content = files_pb2.FileInfo(), io.BytesIO()
        for answer in stub.Get(request, **options):
            if answer.WhichOneof("part") == "info":
                info = answer.info
            elif content.tell() + len(answer.chunk) > most:
                raise TooLarge(f"{info.name} is more than {most // 1_048_576} MB")
            else:
                content.write(answer.chunk)
        return Stored(info.name, info.media_type, content.getvalue())

    stored: Stored = rpc.call(receive, files_pb2.GetRequest(file_id=file_id), timeout=60, actor=actor, repeatable=True)
    return stored


def delete(file_ids: Iterable[int], actor: Actor) -> None:
    """Delete produced files that a newer one replaces; only for services. Raises Unavailable."""
    stub = files_pb2_grpc.FileServiceStub(rpc.channel("files"))
    request = files_pb2.DeleteProducedRequest(file_ids=list(file_ids))
    rpc.call(stub.DeleteProduced, request, actor=actor, repeatable=True)


def delete_of(kind: str, records: Iterable[int], actor: Actor) -> None:
    """Delete the produced files of deleted records of one kind; only for services. Raises Unavailable."""
    stub = files_pb2_grpc.FileServiceStub(rpc.channel("files"))
    request = files_pb2.DeleteProducedRequest(entity_type=kind, entity_ids=list(records))
    rpc.call(stub.DeleteProduced, request, actor=actor, repeatable=True)


def check(file_ids: Iterable[int], actor: Actor, field: str, title: str, *, in_library: bool = False) -> dict[int, str]:
    """Return the names of files that a person put into the field `field`, by id; with `in_library` each must be a
    document of the library.

    Raises Invalid, naming the field, if there is no such file, the actor may not see it (the two look the same), or it
    is not in the library; Unavailable if the store does not answer. Do not use it inside a transaction.
    """
    ids = list(dict.fromkeys(file_ids))
    if not ids:
        return {}
    request = files_pb2.BatchGetFilesRequest(file_ids=ids, usable_only=True)
    try:
        stub = files_pb2_grpc.FileServiceStub(rpc.channel("files"))
        answer = rpc.call(stub.BatchGetFiles, request, actor=actor, repeatable=True)
    except Unavailable as error:
        text = f"{title}: the files cannot be looked up now and nothing was saved; please try again in a few seconds"
        raise Unavailable(text, code="files_away", fields={field: text}) from error
    names = {one.id: f"{one.name}.{one.extension}" for one in answer.files}
    missing = [str(file_id) for file_id in ids if file_id not in names]
    if missing:
        text = f"{title}: there is no file {', '.join(missing)} to attach"
        raise Invalid(text, code="unknown_file", fields={field: text})
    outside = [names[one.id] for one in answer.files if in_library and not one.in_library]
    if outside:
        text = f"{title}: {', '.join(outside)} is not in the library. Please choose a document of the library"
        raise Invalid(text, code="not_in_library", fields={field: text})
    return names


def known(file_ids: Iterable[int], actor: Actor) -> dict[int, str]:
    """Return the names of the files that exist, by id. Raises Unavailable."""
    stub = files_pb2_grpc.FileServiceStub(rpc.channel("files"))
    request = files_pb2.BatchGetFilesRequest(file_ids=list(file_ids))
    answer = rpc.call(stub.BatchGetFiles, request, actor=actor, repeatable=True)
    return {one.id: f"{one.name}.{one.extension}" for one in answer.files}


@dataclass(frozen=True)
class MarkerPoints:
    """The points that one marker gave for one file."""

    file_id: int
    user_id: int
    name: str
    points: float


def points(file_ids: Iterable[int], actor: Actor) -> list[MarkerPoints]:
    """Return the points that markers gave for files, by file and marker; only for services. Raises Unavailable."""
    ids = list(dict.fromkeys(file_ids))
    if not ids:
        return []
    stub = files_pb2_grpc.MarkServiceStub(rpc.channel("files"))
    answer = rpc.call(stub.BatchGetPoints, files_pb2.BatchGetPointsRequest(file_ids=ids), actor=actor, repeatable=True)
    return [MarkerPoints(one.file_id, one.user_id, one.name, one.points) for one in answer.points]


def avatar(user_id: int, actor: Actor) -> bytes:
    """Return the picture of a user, a square JPEG, empty if there is none; only for services. Raises Unavailable."""
    stub = files_pb2_grpc.AvatarServiceStub(rpc.channel("files"))
    answer = rpc.call(stub.GetAvatar, files_pb2.GetAvatarRequest(user_id=user_id), actor=actor, repeatable=True)
    return bytes(answer.image)
