"""Service: everything a service declares, in one object. Its `wiring.py` is the table of contents, with a line for each
module."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from kit.database import constraints, database
from kit.events import Subscription
from kit.events.subscriptions import merge_by_event
from kit.http import core
from kit.http.job_routes import job_routes
from kit.http.list_routes import bundle_routes, list_routes
from kit.http.move_routes import workflow_routes
from kit.http.record_routes import fieldset_routes
from kit.http.statistic_routes import statistic_route
from kit.jobs.sweeper import CLEAN_UP
from kit.lists import Bundle, known
from kit.lists.bulk import editing, importing, moving
from kit.lists.exports import export
from kit.lists.figures.statistics import Statistic
from kit.lists.spec import ListSpec
from kit.policy import Rule
from kit.records import Contribution, FieldSet, Watch, references
from kit.records.references import References
from kit.workflow import Workflow

if TYPE_CHECKING:
    from kit.events import Event
    from kit.http.background import BackgroundTask
    from kit.jobs import Job, Schedule
    from kit.kinds import CommentKind, NoticeKind
    from kit.records.references import Foreign, Uses
    from kit.reminders import Reminder
    from kit.rpc import RpcService


@dataclass(kw_only=True)
class Declarations:
    """The parts that a module and a service declare under the same names.

    `routes` are `kit.http.fastapi.Routes` (or `kit.http.flask.Routes` in a service that is `wsgi`).

    `workflows` and `events` are those without a field set, and events without a workflow: the others follow from these.
    `foreign` and `uses` declare references that no other declaration implies (`kit.records.references`).
    `contributions` are values that one room adds to the detail answers of another. Several rooms may subscribe to one
    event.

    `watches` let one room react to the writes of another's records.

    `statistics` are offered for tiles of dashboards, next to the lists.

    `bundles` print rows of lists, each by its own job, which need not be in `jobs`.

    `schedules` start their jobs, which need not be in `jobs`. `reminders` and, in a service with jobs, the deletion
    of expired rows have their own schedules.

    `before_serving` is called by web processes before they listen; SystemExit raised there ends them with its message.

    `notice_kinds` are the kinds of the notices it raises, `comment_kinds` its records that take comments (`kit.kinds`).

    `background` tasks run in the event loop of its web processes (`kit.http.background`); a WSGI service has none.
    """

    routes: Sequence[Any] = ()
    fieldsets: Sequence[FieldSet] = ()
    lists: Sequence[ListSpec] = ()
    statistics: Sequence[Statistic] = ()
    bundles: Sequence[Bundle] = ()
    workflows: Sequence[Workflow] = ()
    events: Sequence[Event] = ()
    subscriptions: Sequence[Subscription] = ()
    jobs: Sequence[Job] = ()
    schedules: Sequence[Schedule] = ()
    reminders: Sequence[Reminder] = ()
    rpc: Sequence[RpcService] = ()
    checks: Mapping[str, Callable[[], None]] = field(default_factory=dict)
    before_serving: Sequence[Callable[[], object]] = ()
    background: Sequence[BackgroundTask] = ()
    foreign: Sequence[Foreign] = ()
    uses: Sequence[Uses] = ()
    contributions: Sequence[Contribution] = ()
    watches: Sequence[Watch] = ()
    notice_kinds: Sequence[NoticeKind] = ()
    comment_kinds: Sequence[CommentKind] = ()


@dataclass(kw_only=True)
class Module(Declarations):
    """The declarations of one room of a service: `MODULE` of its `module.py`."""


def modules(package: str, *rooms: str) -> list[Module]:
    """Return `MODULE` of `<package>/<room>/module.py` for each room, in the given order. Raises ModuleNotFoundError for
    a room without one."""
    return [importlib.import_module(f"{package}.{room}.module").MODULE for room in rooms]


@dataclass(kw_only=True)
class Service(Declarations):
    """One service: the declarations of its `modules` in order, then its own, which belong to no room."""

    name: str
    metadata: sa.MetaData
    modules: Sequence[Module] = ()
    wsgi: bool = False
    references: References = field(init=False)

    def __post_init__(self) -> None:
        self._take_modules()
        if self.wsgi and self.background:
            raise ValueError(f"{self.name} has no event loop for background tasks")
        self.subscriptions = merge_by_event(self.subscriptions)
        for contribution in self.contributions:
            next(one for one in self.fieldsets if one.name == contribution.record).add(contribution)
        for watch in self.watches:
            next(one for one in self.fieldsets if one.name == watch.record).watches.append(watch)
        of_records = {one.name: one.workflow for one in self.fieldsets if one.workflow is not None}
        self.workflows = [*self.workflows, *(one for one in of_records.values() if one not in self.workflows)]
        published = [one.event for one in self.fieldsets] + [one.event for one in self.workflows]
        self.events = list(dict.fromkeys([*self.events, *filter(None, published)]))
        if self.notice_kinds or self.comment_kinds:
            from kit import kinds as declared_kinds  # a process without kinds does not need it

            self.events.append(declared_kinds.event_of(self.name))
        constraints.register(self.metadata)
        known.register(self.lists)
        if self.reminders:
            from kit.reminders import schedules  # a process without reminders does not need it

            self.schedules = [*self.schedules, *schedules(self.name, self.reminders)]
        if self.jobs or self.schedules or self.lists:
            self.schedules = [*self.schedules, CLEAN_UP]
        scheduled = dict.fromkeys(one.job for one in self.schedules if one.job not in self.jobs)
        self.jobs = [*self.jobs, *scheduled]
        if self.lists:
            self.jobs = [
                *self.jobs,
                export.EXPORT,
                moving.MOVES,
                editing.EDITS,
                importing.IMPORTS,
                *(one.job for one in self.bundles),
            ]
        kinds: dict[str, Workflow | FieldSet] = {workflow.name: workflow for workflow in self.workflows}
        kinds |= {fieldset.name: fieldset for fieldset in self.fieldsets}
        self.references = References(self.fieldsets, self.lists, self.foreign, self.uses, self.metadata)
        references.register(self.references, self.lists)
        if kinds:
            # Imported here: a process without declarations needs neither gRPC nor its generated code.
            from kit.records import foreign, reference_calls

            self.rpc = [*self.rpc, foreign.rpc_service(kinds), reference_calls.rpc_service(self.references)]
        if self.lists:
            from kit.http import list_calls  # a process without lists needs neither gRPC nor its generated code

            calls = list_calls.ListCalls(self.lists, self.statistics)
            known.register_calls(calls)
            self.rpc = [*self.rpc, list_calls.rpc_service(calls)]

    def _take_modules(self) -> None:
        """Add the declarations of the modules. Raises ValueError if two declare a check with the same name."""
        for part in fields(Declarations):
            values = [getattr(one, part.name) for one in (*self.modules, self)]
            if part.name == "checks":
                self.checks = _joined(self.name, values)
            else:
                setattr(self, part.name, list(chain.from_iterable(values)))

    def declared_routes(self) -> list[core.Route]:
        """Return the routes of every declaration, then those of jobs."""
        return list(self._declared())

    def rules(self) -> list[tuple[str, str, Rule]]:
        """Return method, path and rule of every route, declared or hand-written."""
        written = [entry for routes in self.routes for entry in routes.rules]
        return [*written, *((route.method, route.path, route.may) for route in self.declared_routes())]

    def _declared(self) -> Iterator[core.Route]:
        for spec in self.lists:
            yield from list_routes(spec)
        yield from map(statistic_route, self.statistics)
        for bundle in self.bundles:
            yield from bundle_routes(bundle)
        for fieldset in self.fieldsets:
            yield from fieldset_routes(fieldset)
        for workflow in self.workflows:
            yield from workflow_routes(workflow)
        if self.jobs:
            yield from job_routes(self.name, self.schedules)

    def readiness(self) -> dict[str, Callable[[], None]]:
        """Return the checks of `/readyz`: the database, the gRPC server if there is one, and the service's own
        checks."""
        checks: dict[str, Callable[[], None]] = {"database": lambda: database().ping()}
        if self.rpc:
            from kit import rpc

            checks["rpc"] = rpc.ping
        return {**checks, **self.checks}

    def http_app(self) -> Any:
        """Return the ASGI app (WSGI when `wsgi`)."""
        if self.wsgi:
            from kit.http import flask

            return flask.application(self.name, self.routes, self.declared_routes(), self.readiness())
        from kit.http import fastapi

        return fastapi.application(self.name, self.routes, self.declared_routes(), self.readiness(), self.background)


def _joined(service: str, parts: list[Mapping[str, Callable[[], None]]]) -> dict[str, Callable[[], None]]:
    names = Counter(chain.from_iterable(parts))
    twice = [name for name, count in names.items() if count > 1]
    if twice:
        raise ValueError(f"{service} has two checks named {', '.join(twice)}")
    return {name: check for part in parts for name, check in part.items()}
