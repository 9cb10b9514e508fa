"""The file store for the other services (`proto/staffroom/files/v1`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa

from files.documents import commands, jobs, kinds, owners, queries, rules
from files.documents.content import archives
from files.documents.multipart import Received
from files.scanning import guard
from files.storage import storage
from kit import context
from kit.database import database
from kit.errors import Malformed
from kit.policy import internal, signed_in
from kit.rpc import RpcService, caller, message
from staffroom.files.v1 import files_pb2, files_pb2_grpc

_MOST_PRODUCED = 500 * rules.MB
_MOST_IDS = 1000


class FileServicer(files_pb2_grpc.FileServiceServicer):
    """The file store. `Put` takes files that a service produced, whose content is not checked since no user supplied
    the bytes. The caller declares bytes from outside, which are checked like uploads."""

    def Put(self, request_iterator: Iterator[Any], _: Any) -> Any:
        first = next(request_iterator, None)
        if first is None or first.WhichOneof("part") != "info":
            raise Malformed("The first message names the file")
        info, actor = first.info, caller()
        if info.owner_user_id != actor.user_id:
            internal.require(actor)
        if info.entity_type:
            owners.known(info.entity_type)
            if context.bearer.get():  # a service that signs the call has checked the right itself
                owners.check_attaches(info.entity_type, info.entity_id)
        with storage().draft() as draft:
            content_type = info.content_type or kinds.EXPORT
            accepted = rules.PRODUCED_TYPES if content_type == kinds.EXPORT else rules.MEDIA_TYPES
            if info.checked:
                accepted = rules.ACCEPTED
            received = Received(rules.split(info.name, accepted), draft)
            for part in request_iterator:
                received.write(part.chunk, _MOST_PRODUCED)
                if received.size > _MOST_PRODUCED:
                    raise rules.too_large(received.size)
            if info.checked:
                received.check(archives.Budget())
            elif content_type in commands.UPLOADED:
                received.scan()
            details = {
                "content_type": content_type,
                "owner_id": info.owner_user_id or actor.user_id,
                "entity_type": info.entity_type,
                "entity_id": info.entity_id,
                "expires": sa.func.now() + rules.EXPORT_LIFETIME if content_type == kinds.EXPORT else None,
            }
            db = database()
            with commands.stored(db, [draft]) as keys, db.transaction(actor) as tx:
                file_id = commands.add(tx, received, keys[0], details)
        return files_pb2.PutResponse(file_id=file_id)

    def Get(self, request: Any, context: Any) -> Iterator[Any]:
        row = queries.find(database(), caller(), request.file_id)
        info = files_pb2.FileInfo(
            name=f"{row['name']}.{row['extension']}", media_type=row["media_type"], content_type=row["content_type"]
        )
        yield files_pb2.GetResponse(info=info)
        for chunk in guard.read(row["object_key"], 0, row["size"]):
            yield files_pb2.GetResponse(chunk=chunk)

    def BatchGetFiles(self, request: Any, context: Any) -> Any:
        _check_number(request.file_ids)
        rows = database().query(queries.summaries, caller() if request.usable_only else None, request.file_ids)
        return files_pb2.BatchGetFilesResponse(files=[message(files_pb2.FileSummary, row) for row in rows])

    def DeleteProduced(self, request: Any, context: Any) -> Any:
        _check_number(request.file_ids)
        _check_number(request.entity_ids)
        owners = (request.entity_type, list(request.entity_ids))
        with database().transaction(caller()) as tx:
            for row in queries.delete_produced(tx, list(request.file_ids), owners):
                jobs.discard_later(tx, row)
        return files_pb2.DeleteProducedResponse()


def _check_number(ids: Sequence[int]) -> None:
    if len(ids) > _MOST_IDS:
        raise Malformed(f"At most {_MOST_IDS} files at a time")


FILE_SERVICE = RpcService(
    add_to_server=files_pb2_grpc.add_FileServiceServicer_to_server,
    servicer=FileServicer(),
    full_name="staffroom.files.v1.FileService",
    policies={"Put": signed_in, "Get": signed_in, "BatchGetFiles": signed_in, "DeleteProduced": internal},
)
