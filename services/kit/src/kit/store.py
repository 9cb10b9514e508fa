"""Putting a produced file into the file store of the house: a stream of chunks over gRPC."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kit import rpc
from kit.policy import Actor
from staffroom.files.v1 import files_pb2, files_pb2_grpc

_CHUNK = 256 * 1024


def put(path: Path, name: str, media_type: str, actor: Actor, content_type: str = "export") -> int:
    """Store the file at `path` for `actor`; returns its file id. Raises Unavailable."""

    def requests() -> Iterator[files_pb2.PutRequest]:
        yield files_pb2.PutRequest(
            info=files_pb2.FileInfo(
                name=name, media_type=media_type, owner_user_id=actor.user_id, content_type=content_type
            )
        )
        with path.open("rb") as source:
            while chunk := source.read(_CHUNK):
                yield files_pb2.PutRequest(chunk=chunk)

    stub = files_pb2_grpc.FileServiceStub(rpc.channel("files"))
    answer = rpc.call(stub.Put, requests(), timeout=120, actor=actor)
    return int(answer.file_id)
