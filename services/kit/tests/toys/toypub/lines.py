"""Lines to list and to export, and the store of the exports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from kit.database import database, tables
from kit.errors import NotFound
from kit.lists import Column, ListSpec
from kit.policy import Scope, public
from kit.rpc import RpcService, caller
from staffroom.files.v1 import files_pb2, files_pb2_grpc

LINES = 6_000
"""Three chunks of a stream."""


def line_table(metadata: sa.MetaData) -> sa.Table:
    return sa.Table("line", metadata, *tables.record_columns(), sa.Column("text", sa.Text, nullable=False))


def stored_table(metadata: sa.MetaData) -> sa.Table:
    return sa.Table(
        "stored",
        metadata,
        sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )


def lines_list(line: sa.Table) -> ListSpec:
    return ListSpec(
        name="lines",
        path="/lines",
        title="Lines",
        source=line,
        key=line.c.id,
        scope=Scope(public),
        may=public,
        default_sort="text",
        columns=[Column(name="text", expression=line.c.text, sortable=True)],
    )


class Store(files_pb2_grpc.FileServiceServicer):
    """Stores complete files, or nothing."""

    def __init__(self, stored: sa.Table) -> None:
        self.stored = stored

    def Put(self, request_iterator: Iterator[Any], context: Any) -> Any:
        info = next(request_iterator).info
        content = b"".join(request.chunk for request in request_iterator)
        with database().transaction(caller()) as tx:
            return files_pb2.PutResponse(file_id=tx.insert(self.stored, {"name": info.name, "content": content}))

    def Get(self, request: Any, context: Any) -> Iterator[Any]:
        raise NotFound

    def BatchGetFiles(self, request: Any, context: Any) -> Any:
        raise NotFound

    def DeleteProduced(self, request: Any, context: Any) -> Any:
        raise NotFound


def store(stored: sa.Table) -> RpcService:
    return RpcService(
        files_pb2_grpc.add_FileServiceServicer_to_server,
        Store(stored),
        "staffroom.files.v1.FileService",
        dict.fromkeys(("Put", "Get", "BatchGetFiles", "DeleteProduced"), public),
    )
