"""The client of `kit.http.list_calls`: asks the lists of several services in parallel, each in one request.

The calls of a service that does not answer in time get a 503; the answers of the others stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any

import msgspec

from kit import context, rpc
from kit.actors import Actor
from kit.errors import Refused, Unavailable
from kit.lists import known
from kit.lists.known import Call
from kit.settings import settings
from staffroom.kit.v1 import lists_pb2, lists_pb2_grpc

PATIENCE = 6.0
"""Seconds that a service may take for all its calls together."""


@dataclass(frozen=True)
class Question:
    """A call of a list that the service `service` serves."""

    service: str
    call: Call


@dataclass(frozen=True)
class Reply:
    """Status and decoded JSON of a GET, and the filters of `where` that its list has; the text of a refusal is in
    `body["error"]`."""

    status: int
    body: Mapping[str, Any]
    applied: Sequence[str] = ()

    @property
    def refusal(self) -> str:
        """The text of the refusal; empty for an answer."""
        return "" if self.status == 200 else str(self.body.get("error", "Something went wrong"))


def unanswered(service: str) -> Reply:
    """Return the reply that replaces those of a service that does not answer."""
    text = f"{service.capitalize()} does not answer now. Please try again in a few seconds"
    return Reply(503, {"error": text, "code": "service_away"})


def ask(questions: Sequence[Question], actor: Actor | None = None, timeout: float = PATIENCE) -> list[Reply]:
    """Ask each service once, all at the same time, and return the replies in the order of the questions.

    The caller is the current actor, or `actor` if given. Do not use it inside a transaction.
    """
    services = list(dict.fromkeys(one.service for one in questions))
    if not services:
        return []
    replies: dict[int, Reply] = {}
    with ThreadPoolExecutor(len(services), thread_name_prefix="asking") as pool:
        tasks = {}
        for service in services:
            places = [place for place, one in enumerate(questions) if one.service == service]
            asked = [questions[place] for place in places]
            tasks[service] = places, pool.submit(copy_context().run, _ask, service, asked, actor, timeout)
        for service, (places, task) in tasks.items():
            try:
                answers = task.result()
            except Refused as error:
                away = isinstance(error, Unavailable)
                answers = [unanswered(service) if away else Reply(error.status, error.body(""))] * len(places)
            replies.update(zip(places, answers, strict=True))
    return [replies[place] for place in range(len(questions))]


def _ask(service: str, questions: Sequence[Question], actor: Actor | None, timeout: float) -> list[Reply]:
    """Ask one service; this service itself without the network. Raises Refused."""
    if service == context.service():
        calls = [one.call for one in questions]
        return [_reply(*answer) for answer in known.calls().answers(calls, actor or context.actor.get())]
    stub = lists_pb2_grpc.ListServiceStub(rpc.channel(service))
    request = lists_pb2.AnswerListsRequest(
        calls=[
            lists_pb2.ListCall(path=one.call.path, query=dict(one.call.query), where=dict(one.call.where))
            for one in questions
        ]
    )
    answer = rpc.call(stub.AnswerLists, request, timeout=timeout, actor=actor, repeatable=True)
    return [_reply(one.status, one.body, list(one.applied)) for one in answer.answers]


def _reply(status: int, body: bytes, applied: Sequence[str]) -> Reply:
    return Reply(status, msgspec.json.decode(body), applied)


@dataclass(frozen=True)
class Offer:
    """A list that the caller may read: its service, path, title, and whether it has figures."""

    service: str
    path: str
    title: str
    figures: bool


@dataclass(frozen=True)
class Offers:
    """The lists and the statistics that the caller may read; a statistic is `Statistic.offer` with its service. `away`
    are the services that did not answer."""

    lists: list[Offer]
    statistics: list[dict[str, Any]]
    away: list[str]


def offers(timeout: float = rpc.DEADLINE) -> Offers:
    """Return the lists and statistics of all services that the current actor may read."""
    services = list(dict.fromkeys([context.service(), *settings().peers()]))
    offered = Offers([], [], [])
    with ThreadPoolExecutor(len(services), thread_name_prefix="asking") as pool:
        tasks = [(name, pool.submit(copy_context().run, _offers, name, timeout)) for name in services]
        for service, task in tasks:
            try:
                lists, statistics = task.result()
            except Unavailable:
                offered.away.append(service)
            else:
                offered.lists.extend(lists)
                offered.statistics.extend({"service": service, **one} for one in statistics)
    return offered


def _offers(service: str, timeout: float) -> tuple[list[Offer], list[dict[str, Any]]]:
    if service == context.service():
        own, actor = known.calls(), context.actor.get()
        return [Offer(service, *one) for one in own.offered(actor)], own.offered_statistics(actor)
    stub = lists_pb2_grpc.ListServiceStub(rpc.channel(service))
    answer = rpc.call(stub.ListLists, lists_pb2.ListListsRequest(), timeout=timeout, repeatable=True)
    lists = [Offer(service, one.path, one.title, one.figures) for one in answer.lists]
    return lists, [_statistic(one) for one in answer.statistics]


def _statistic(one: Any) -> dict[str, Any]:
    def parts(of: Sequence[Any]) -> list[dict[str, str]]:
        return [{"name": part.name, "title": part.title} | ({"type": part.type} if part.type else {}) for part in of]

    return {
        "path": one.path,
        "title": one.title,
        "by": parts(one.by),
        "measures": parts(one.measures),
        "days": parts(one.days),
    }
