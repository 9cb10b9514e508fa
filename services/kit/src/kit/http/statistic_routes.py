"""The route of a declared statistic."""

from __future__ import annotations

from kit.database import database
from kit.http.answers import in_data
from kit.http.core import Answer, Request, Route, data
from kit.http.operations import Operation, operation_of
from kit.http.shapes import StatisticAnswer
from kit.http.texts import TEXTS, of_statistic
from kit.lists.figures import statistics
from kit.lists.figures.statistics import Statistic


def statistic_route(statistic: Statistic) -> Route:
    """Return the route to GET its groups and totals: `<path>/grouped`."""

    def grouped(request: Request) -> Answer:
        return data(statistics.answer(database(), statistic, request.actor, request.query))

    ways = ", ".join(one.name for one in statistic.by)
    parameters: list[Operation] = [
        {"name": "by", "in": "query", "description": ways, "schema": {"type": "string"}},
        *({"name": name, "in": "query", "schema": {"type": "string"}} for name in statistic.filters),
    ]
    operation = operation_of(f"Statistic: {statistic.title}", parameters) | {TEXTS: of_statistic(statistic)}
    return Route("GET", statistics.path_of(statistic.path), statistic.may, grouped, operation, in_data(StatisticAnswer))
