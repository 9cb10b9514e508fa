"""The RPC service about users for other services."""

from __future__ import annotations

from typing import Any

from identity.users import queries
from kit.database import database
from kit.errors import Malformed
from kit.policy import signed_in
from kit.rpc import RpcService, caller, message
from staffroom.identity.v1 import users_pb2, users_pb2_grpc

_MOST = 1000


class Users(users_pb2_grpc.UserServiceServicer):
    """`staffroom.identity.v1.UserService`."""

    def BatchGetUsers(self, request: Any, context: Any) -> Any:
        if len(request.user_ids) > _MOST:
            raise Malformed(f"At most {_MOST} users at once")
        rows = database().query(queries.batch, caller(), list(request.user_ids))
        return users_pb2.BatchGetUsersResponse(users=[message(users_pb2.UserSummary, row) for row in rows])

    def ListUserIdsByRole(self, request: Any, context: Any) -> Any:
        role_ids, include_inactive = list(request.role_ids), request.include_inactive
        user_ids = database().query(queries.ids_by_role, caller(), role_ids, include_inactive)
        return users_pb2.ListUserIdsByRoleResponse(user_ids=user_ids)


service = RpcService(
    add_to_server=users_pb2_grpc.add_UserServiceServicer_to_server,
    servicer=Users(),
    full_name="staffroom.identity.v1.UserService",
    policies={"BatchGetUsers": signed_in, "ListUserIdsByRole": signed_in},
)
