"""Calls between services: a gRPC server beside every web process, and the client that knows how to ask it.

A call carries the request id and who asks: the user's own access token where there is one, else a token this service
signs for the actor it works for. Every call has a deadline; the server refuses one without. A `Refused` travels whole,
so the caller raises the same refusal the other service raised.
"""

from kit.rpc.client import DEADLINE, call, channel
from kit.rpc.server import RpcServer, RpcService, caller, ping, start_in_background

__all__ = ["DEADLINE", "RpcServer", "RpcService", "call", "caller", "channel", "ping", "start_in_background"]
