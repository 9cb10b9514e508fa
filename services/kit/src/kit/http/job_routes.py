"""The routes of a service's jobs and schedules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kit import jobs
from kit.database import database
from kit.http import shapes
from kit.http.answers import in_data
from kit.http.core import Answer, Request, Route, data, once
from kit.http.operations import operation_of, path_parameters
from kit.jobs import Schedule, operations
from kit.lists.bulk import earlier, moving
from kit.policy import signed_in, sys_admin


def job_routes(service: str, schedules: Sequence[Schedule]) -> Iterable[Route]:
    """Return the routes of `GET /jobs/<service>-<n>`, its outcomes and its cancel; of the caller's own bulk changes;
    and, for sysAdmin, of the jobs and schedules of the service."""

    def get(request: Request) -> Answer:
        with database().read() as connection:
            return data(jobs.find(connection, request.actor, int(request.path["number"])))

    def cancel(request: Request) -> Answer:
        with database().transaction(request.actor) as tx:
            return data(jobs.cancel(tx, int(request.path["number"])))

    def outcomes(request: Request) -> Answer:
        with database().read() as connection:
            return data(moving.outcomes(connection, request.actor, int(request.path["number"])))

    def own_changes(request: Request) -> Answer:
        with database().read() as connection:
            return data(earlier.own_changes(connection, request.actor))

    path = f"/jobs/{service}-{{number}}"
    parameters = path_parameters(path)
    job = in_data(shapes.Job)
    yield Route("GET", path, signed_in, get, operation_of("Progress of a job", parameters), job)
    yield Route("POST", f"{path}/cancel", signed_in, cancel, operation_of("Cancel a job", parameters), job)
    operation = operation_of("The outcome of each record of a move on a selection", parameters)
    yield Route("GET", f"{path}/outcomes", signed_in, outcomes, operation, in_data(list[shapes.MoveOutcome]))
    operation = operation_of("One's own changes of many rows within 30 days", [])
    yield Route("GET", f"/jobs/{service}/mine", signed_in, own_changes, operation, in_data(list[earlier.BulkChange]))
    yield from _operations_routes(f"/jobs/{service}", path, schedules)


def _operations_routes(jobs_path: str, job_path: str, schedules: Sequence[Schedule]) -> Iterable[Route]:
    def overview(_: Request) -> Answer:
        with database().read() as connection:
            return data(operations.overview(connection, schedules))

    def run_now(request: Request) -> Answer:
        name = request.path["name"]
        return once(database(), request, lambda tx: data({"id": operations.run_now(tx, schedules, name)}, 202))

    def run_again(request: Request) -> Answer:
        number = int(request.path["number"])
        return once(database(), request, lambda tx: data({"id": operations.run_again(tx, number)}, 202))

    started, run_path = in_data(shapes.Started), f"{jobs_path}/schedules/{{name}}/run"
    operation = operation_of("Schedules, open jobs and jobs that failed lately", [])
    yield Route("GET", jobs_path, sys_admin, overview, operation, in_data(shapes.Operations))
    operation = operation_of("Run a schedule now", path_parameters(run_path))
    yield Route("POST", run_path, sys_admin, run_now, operation, started, status=202)
    operation = operation_of("Run a failed job again", path_parameters(job_path))
    yield Route("POST", f"{job_path}/again", sys_admin, run_again, operation, started, status=202)
