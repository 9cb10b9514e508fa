"""The right to attach files to a slip."""

from __future__ import annotations

import grpc
import pytest

from kit import rpc
from kit.database import Database
from services.teaching.tests.builders import make_slip
from staffroom.kit.v1 import records_pb2, records_pb2_grpc
from staffroom_testing import actor


@pytest.mark.parametrize(
    ("role", "persons", "reached", "allowed"),
    [
        ("staff", {}, True, True),
        ("tutor", {"tutor": 1}, True, True),
        ("tutor", {"tutor": 2}, False, False),
        ("student", {"student": 1}, True, False),
        ("student", {"student": 2}, False, False),
        ("client", {"client": 1}, False, False),
    ],
)
def test_files_are_attached_by_the_writers_of_a_slip(
    database: Database, rpc_channel: grpc.Channel, role: str, persons: dict[str, int], reached: bool, allowed: bool
) -> None:
    record = make_slip(database, status="approved")
    stub = records_pb2_grpc.RecordServiceStub(rpc_channel)
    request = records_pb2.MayAttachRequest(kind="slip", id=record)
    answer = rpc.call(stub.MayAttach, request, actor=actor(role, persons=persons))
    assert (answer.kind_known, answer.found) == (True, True)
    assert (answer.reached, answer.allowed) == (reached, allowed)
