"""Lists of other services: asked in one request for each service, with the rights of the caller."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from kit import context, rpc
from kit.database import Database
from kit.errors import Invalid
from kit.http import list_calls
from kit.lists import Column, Figures, Filter, ListSpec, known, request, serve
from kit.lists.figures.statistics import Counted, Counts, Grouping, Measure, Screen, Statistic
from kit.lists.known import Call
from kit.lists.others import asking
from kit.lists.others.asking import Question
from kit.lists.request import query
from kit.policy import Actor, Scope, as_service, has_role, me, signed_in
from kit.records import references
from kit.records.references import Foreign, References
from kit.rpc import RpcServer
from kit.settings import settings
from kit.values import options
from staffroom_testing import actor

pytestmark = pytest.mark.component
PAGE = {"page": "1", "pageSize": "10"}


@pytest.fixture
def peer(database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[RpcServer]:
    """A service `shop` with a list of three things; staff see all, student 2 sees only the second."""
    from toypub import wiring

    things = ListSpec(
        name="things",
        path="/things",
        title="Things",
        source=wiring.thing,
        key=wiring.thing.c.id,
        scope=Scope(everything=has_role("staff"), own={"student": wiring.thing.c.step == me("student")}),
        may=has_role("staff", "student"),
        default_sort="-id",
        naming="step",
        columns=(
            Column(name="id", expression=wiring.thing.c.id, type="id", sortable=True, hidden=True),
            Column(name="step", expression=wiring.thing.c.step, type="integer"),
        ),
        filters=(Filter(name="step", expression=wiring.thing.c.step, options=options(*((n, str(n)) for n in (1, 2)))),),
        figures=Figures(by=("step",), sums=("step",)),
    )
    with database.transaction(as_service("toypub")) as tx:
        for step in (1, 2, 2):
            tx.insert(wiring.thing, {"step": step})
    statistics = [_medians(things, wiring.thing.c.step)]
    server = RpcServer([list_calls.rpc_service(list_calls.ListCalls([things], statistics))], "127.0.0.1:0")
    monkeypatch.setattr(settings(), "grpc_peers", f"shop=127.0.0.1:{server.port},away=127.0.0.1:1")
    rpc.channel.cache_clear()
    yield server
    server.stop(0)
    rpc.channel.cache_clear()


def _medians(things: ListSpec, step: sa.ColumnElement[int]) -> Statistic:
    """Return the median of the steps, of each step and of all."""

    def read(connection: sa.Connection, who: Actor, filters: Mapping[str, str], by: str) -> Counts:
        chosen = query.where(request.read(things, filters), who)
        median = sa.func.percentile_cont(0.5).within_group(step)
        keys = [step] if by else []
        statement = sa.select(*keys, median).where(chosen).group_by(*keys).order_by(*keys)
        groups = connection.execute(statement).all() if by else []
        total = connection.scalar(sa.select(median).where(chosen))
        named = [Counted((key,), (f"Step {key}",), (value,), filters={"step": str(key)}) for key, value in groups]
        return Counts(named, [Counted((), (), (total,))])

    return Statistic(
        path="/things/medians",
        title="Median of steps",
        may=things.may,
        spec=things,
        filters=("step",),
        by=(Grouping("step", ("Step",)),),
        measures=(Measure("median", "Median", "decimal"),),
        read=read,
        screen=Screen("/shop/medians", keeps=("step",)),
        rows="/things",
    )


def test_rows_counts_and_figures_are_limited_to_the_caller(peer: RpcServer) -> None:
    calls = [Call("/things", PAGE), Call("/things/count"), Call("/things/figures", {"by": "step", "sum": "step"})]
    questions = [Question("shop", call) for call in calls]
    rows, count, figures = asking.ask(questions, actor("staff"))
    assert ([row["step"] for row in rows.body["data"]], count.body["data"]["total"]) == ([2, 2, 1], 3)
    assert [group["values"] for group in figures.body["data"]["groups"]] == [[1, 1], [2, 4]]
    rows, count, _ = asking.ask(questions, actor("student", persons={"student": 1}))
    assert ([row["step"] for row in rows.body["data"]], count.body["data"]["total"]) == ([1], 1)
    refused = asking.ask(questions, actor("tutor"))
    assert {reply.status for reply in refused} == {403}


def test_refused_call_does_not_affect_the_others(peer: RpcServer) -> None:
    calls = [
        Call("/nowhere/count"),
        Call("/things/count", {"colour": "red"}),
        Call("/things/count"),
        Call("/things"),
    ]
    replies = asking.ask([Question("shop", call) for call in calls], actor("staff"))
    assert [reply.status for reply in replies] == [404, 422, 200, 400]
    assert replies[1].refusal.startswith("Unknown filter 'colour'")


def test_unavailable_service_refuses_only_its_own_calls(peer: RpcServer) -> None:
    questions = [Question("away", Call("/things/count")), Question("shop", Call("/things/count"))]
    away, here = asking.ask(questions, actor("staff"), timeout=1)
    assert (away.status, away.refusal) == (503, "Away does not answer now. Please try again in a few seconds")
    assert (here.status, here.refusal) == (200, "")


def test_optional_filters_apply_if_a_list_has_them(peer: RpcServer) -> None:
    call = Call("/things/count", where={"orgId": "1", "step": "2"})
    [reply] = asking.ask([Question("shop", call)], actor("staff"))
    assert (reply.body["data"]["total"], reply.applied) == (2, ["step"])


def test_offers_name_the_lists_of_the_caller(peer: RpcServer) -> None:
    before = context.actor.set(actor("staff"))
    try:
        offers = asking.offers(1)
    finally:
        context.actor.reset(before)
    lists = [(one.service, one.path, one.title, one.figures) for one in offers.lists]
    assert ("shop", "/things", "Things", True) in lists
    assert offers.away == ["away"]
    assert offers.statistics == [
        {
            "service": "shop",
            "path": "/things/medians",
            "title": "Median of steps",
            "days": [],
            "by": [{"name": "step", "title": "Step"}],
            "measures": [{"name": "median", "title": "Median", "type": "decimal"}],
        }
    ]


def test_statistic_is_answered_with_the_rights_of_its_reader(peer: RpcServer) -> None:
    path = "/things/medians/grouped"
    calls = [Call(path, {"by": "step"}), Call(path, where={"step": "2", "orgId": "1"}), Call(path, {"by": "colour"})]
    grouped, total, wrong = asking.ask([Question("shop", call) for call in calls], actor("staff"))
    assert [(group["texts"], group["values"]) for group in grouped.body["data"]["groups"]] == [
        (["Step 1"], [1.0]),
        (["Step 2"], [2.0]),
    ]
    assert grouped.body["data"]["totals"] == [{"currency": None, "values": [2.0]}]
    assert (total.applied, total.body["data"]["groups"]) == (["step"], [])
    assert total.body["data"]["screen"] == "/shop/medians?step=2"
    assert (wrong.status, wrong.refusal) == (422, "by is one of: step")
    mine = asking.ask([Question("shop", calls[0])], actor("student", persons={"student": 1}))
    assert [group["texts"] for group in mine[0].body["data"]["groups"]] == [["Step 1"]]
    assert [one.status for one in asking.ask([Question("shop", calls[0])], actor("tutor"))] == [403]


def test_columns_of_another_service_are_restricted_to_the_reader(
    peer: RpcServer, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    from toypub import wiring

    t = wiring.thing.c
    spec = ListSpec(
        name="orders",
        path="/orders",
        title="Orders",
        source=wiring.thing,
        key=t.id,
        scope=Scope(everything=signed_in),
        may=signed_in,
        default_sort="id",
        naming="step",
        columns=(Column(name="id", expression=t.id, type="id", sortable=True), Column(name="step", expression=t.step)),
        filters=(Filter(name="thingId", title="Thing", expression=t.step, options_from="/things/names"),),
    )
    # This process also has the lists of other tests.
    monkeypatch.setattr(known, "_lists", {"orders": spec})
    references.register(References(foreign=[Foreign(path="/things", name="thing", owner="shop")]), [spec])
    one, two, _ = [row["id"] for row in database.all(sa.select(t.id).order_by(t.id))]
    for number, step in ((one, two), (two, one)):  # an order for each of two things, the first of which is step 2
        database.execute(sa.update(wiring.thing).where(t.id == number).values(step=step))
    query = PAGE | {"computed": '[{"name": "formula1", "formula": "[thing > step]"}]'}

    def cells(who: Actor) -> list[Any]:
        page = serve.page(database, spec, who, query, {})
        assert isinstance(page, bytes)
        return [row["formula1"] for row in msgspec.json.decode(page)["data"]]

    assert cells(actor("staff"))[:2] == [one, two]
    assert cells(actor("student", persons={"student": one}))[:2] == [one, None], "the others are out of their scope"
    with pytest.raises(Invalid) as refused:
        serve.page(database, spec, actor("tutor"), query, {})
    assert refused.value.text == "formula1: There is no column thing > step in this list", "a tutor has no such list"
