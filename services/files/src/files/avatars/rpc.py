"""The pictures of users for documents of other services (`proto/staffroom/files/v1`)."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from files.avatars.model import avatar
from kit.database import database
from kit.policy import internal
from kit.rpc import RpcService
from staffroom.files.v1 import files_pb2, files_pb2_grpc


class AvatarServicer(files_pb2_grpc.AvatarServiceServicer):
    """Returns uploaded pictures only, not drawn initials."""

    def GetAvatar(self, request: Any, _: Any) -> Any:
        with database().read() as connection:
            image = connection.scalar(sa.select(avatar.c.large).where(avatar.c.user_id == request.user_id))
        return files_pb2.GetAvatarResponse(image=image or b"")


AVATAR_SERVICE = RpcService(
    add_to_server=files_pb2_grpc.add_AvatarServiceServicer_to_server,
    servicer=AvatarServicer(),
    full_name="staffroom.files.v1.AvatarService",
    policies={"GetAvatar": internal},
)
