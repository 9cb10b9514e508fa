"""ListService: the GET calls of the declared lists and statistics for other services, with the rights of the caller.

It uses the routes of HTTP, so that rows, counts and figures equal those of the caller's own page. A failed call does
not affect the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

from kit import rpc
from kit.errors import Malformed, NotFound, Refused
from kit.http import core
from kit.http.list_routes import list_routes
from kit.http.operations import fixed_path
from kit.http.statistic_routes import statistic_route
from kit.lists.figures.statistics import Statistic
from kit.lists.known import Call
from kit.lists.spec import ListSpec
from kit.policy import Actor, signed_in
from kit.rpc import RpcService
from staffroom.kit.v1 import lists_pb2, lists_pb2_grpc

MOST_CALLS = 100
"""Maximum calls of one request."""
_SIDE_BY_SIDE = 4
"""Calls of one request that run at the same time: fewer than the connections of the pool."""
MOST_BYTES = 2 * 1024 * 1024
"""Maximum bytes of one answer."""


Takes = Callable[[Actor, str], bool]
"""Decides whether the actor may narrow a call by a filter."""


class ListCalls:
    """The GET routes of lists and statistics by full path, restricted to those that an actor may read."""

    def __init__(self, lists: Iterable[ListSpec], statistics: Iterable[Statistic] = ()) -> None:
        self.lists = list(lists)
        self.statistics = list(statistics)
        self._routes: dict[str, tuple[Takes, core.Route]] = {}

    def offered(self, actor: Actor) -> list[tuple[str, str, bool]]:
        """Return path and title of each list that the actor may read, and whether it has figures."""
        return [
            (fixed_path(spec.path), spec.title, spec.seen_by(actor).figures is not None)
            for spec in self.lists
            if spec.may(actor)
        ]

    def offered_statistics(self, actor: Actor) -> list[dict[str, Any]]:
        """Return `Statistic.offer` of each statistic that the actor may read."""
        return [one.offer() for one in self.statistics if one.may(actor)]

    def answer(self, call: Call, actor: Actor) -> tuple[int, bytes, Sequence[str]]:
        """Return status and JSON of one GET, possibly a refusal, and the optional filters that applied."""
        applied: list[str] = []
        try:
            takes, route = self._route(call.path)
            applied = [name for name in call.where if takes(actor, name)]
            answer = self._run(route, {**call.query, **{name: call.where[name] for name in applied}}, actor)
        except Refused as error:
            answer = core.refusal(error)
        except Exception as error:
            answer = core.failure(error)
        assert isinstance(answer.body, bytes)
        return answer.status, answer.body, applied

    @staticmethod
    def _run(route: core.Route, query: Mapping[str, str], actor: Actor) -> core.Answer:
        route.may.require(actor)
        answer: core.Answer = core.run_handler("GET", lambda: route.handler(core.Request({}, query, {}, actor=actor)))
        if not isinstance(answer.body, bytes):
            raise Malformed("A list is asked for by pages: please name page and pageSize")
        if len(answer.body) > MOST_BYTES:
            raise Malformed("This answer is too large: please ask for fewer rows")
        return answer

    def _route(self, path: str) -> tuple[Takes, core.Route]:
        """Return the route of a path and its filters; the rows of `/invoices/{orgId}` are at `/invoices`. Raises
        NotFound."""
        if not self._routes:
            routes: dict[str, tuple[Takes, core.Route]] = {}
            for spec in self.lists:
                for route in list_routes(spec):
                    if route.method == "GET":
                        routes.setdefault(fixed_path(route.path), (_filters_of(spec), route))
            for statistic in self.statistics:
                route = statistic_route(statistic)
                routes.setdefault(route.path, (statistic.takes, route))
            self._routes = routes  # in one assignment: other threads may read in the meantime
        if path not in self._routes:
            raise NotFound("There is no such list")
        return self._routes[path]

    def answers(self, calls: Sequence[Call], actor: Actor) -> list[tuple[int, bytes, Sequence[str]]]:
        """Return the answers of several calls in their order, some of them computed at the same time. Raises Malformed
        for too many."""
        if len(calls) > MOST_CALLS:
            raise Malformed(f"At most {MOST_CALLS} calls at a time")
        if len(calls) < 2:
            return [self.answer(call, actor) for call in calls]
        with ThreadPoolExecutor(_SIDE_BY_SIDE, thread_name_prefix="lists") as pool:
            tasks = [pool.submit(copy_context().run, self.answer, call, actor) for call in calls]
            return [task.result() for task in tasks]


def _filters_of(spec: ListSpec) -> Takes:
    return lambda actor, name: spec.seen_by(actor).filter(name) is not None


class _Lists(lists_pb2_grpc.ListServiceServicer):
    def __init__(self, calls: ListCalls) -> None:
        self._calls = calls

    def ListLists(self, request: Any, context: Any) -> Any:
        offered = self._calls.offered(rpc.caller())
        lists = [lists_pb2.OfferedList(path=path, title=title, figures=figures) for path, title, figures in offered]
        statistics = [lists_pb2.OfferedStatistic(**one) for one in self._calls.offered_statistics(rpc.caller())]
        return lists_pb2.ListListsResponse(lists=lists, statistics=statistics)

    def AnswerLists(self, request: Any, context: Any) -> Any:
        calls = [Call(one.path, dict(one.query), dict(one.where)) for one in request.calls]
        answers = [
            lists_pb2.ListAnswer(status=status, body=body, applied=applied)
            for status, body, applied in self._calls.answers(calls, rpc.caller())
        ]
        return lists_pb2.AnswerListsResponse(answers=answers)


def rpc_service(calls: ListCalls) -> RpcService:
    """Return the gRPC service of these lists. Each call is checked against the rule of its list."""
    return RpcService(
        add_to_server=lists_pb2_grpc.add_ListServiceServicer_to_server,
        servicer=_Lists(calls),
        full_name="staffroom.kit.v1.ListService",
        policies={"ListLists": signed_in, "AnswerLists": signed_in},
    )
