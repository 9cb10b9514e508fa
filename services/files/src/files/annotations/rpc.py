"""Points of marks for the services whose records have the files (`proto/staffroom/files/v1`)."""

from __future__ import annotations

from typing import Any

from files.annotations import points
from kit.database import database
from kit.policy import internal
from kit.rpc import RpcService, message
from staffroom.files.v1 import files_pb2, files_pb2_grpc


class MarkServicer(files_pb2_grpc.MarkServiceServicer):
    """The calling service has checked that its caller marks the work."""

    def BatchGetPoints(self, request: Any, _: Any) -> Any:
        with database().read() as connection:
            given = points.by_marker(connection, list(request.file_ids))
        return files_pb2.BatchGetPointsResponse(points=[message(files_pb2.MarkerPoints, one) for one in given])


MARK_SERVICE = RpcService(
    add_to_server=files_pb2_grpc.add_MarkServiceServicer_to_server,
    servicer=MarkServicer(),
    full_name="staffroom.files.v1.MarkService",
    policies={"BatchGetPoints": internal},
)
