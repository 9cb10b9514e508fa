"""Calls between services: a gRPC server in every web process, and its client.

A call carries the request id and the caller: the user's own access token if there is one, otherwise a token that this
service signs for the current actor. Every call has a deadline; the server refuses a call without one. A `Refused` is
serialised completely, so the client raises the same refusal as the other service.
"""

from kit.rpc.client import DEADLINE, call, channel
from kit.rpc.messages import message
from kit.rpc.server import RpcServer, RpcService, caller, ping, start_in_background

__all__ = ["DEADLINE", "RpcServer", "RpcService", "call", "caller", "channel", "message", "ping", "start_in_background"]
