"""The FastAPI adapter: hand-written routes with a stated rule, the declared routes, errors, request ids, limits."""

from __future__ import annotations

import contextlib
import functools
import inspect
import json
import re
import typing
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI
from fastapi.exceptions import HTTPException as FrameworkRefusal
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import Request as WebRequest
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Match
from starlette.routing import Route as WebRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from kit import context, telemetry
from kit.errors import Malformed, Refused, TooLarge
from kit.http import answers as answer_types
from kit.http import background, bodies, core, declared
from kit.http import docs as docs_page
from kit.http.bodies import Body
from kit.http.dispatch import Dispatch
from kit.http.middleware import Guard
from kit.http.reading import read_json
from kit.policy import Rule
from kit.values import FieldType

__all__ = ["Body", "Call", "RequestCall", "Routes", "application"]


class _Id(Convertor[int]):
    """A record id: at most 18 digits, which a bigint holds."""

    regex = "[0-9]{1,18}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("id", _Id())


class _BodyRequest(WebRequest):
    """A request whose JSON is read as in declared routes."""

    async def json(self) -> Any:
        body = await self.body()
        try:
            return read_json(body)
        except Malformed as refusal:  # the framework treats only this error as an unreadable body
            raise json.JSONDecodeError(refusal.text, "", 0) from None
        except TooLarge as refusal:
            raise _WrappedRefusal(refusal) from None


class _WrappedRefusal(FrameworkRefusal):
    """Carries a refusal through the framework, which replaces every other error in reading a body by its own."""

    def __init__(self, refusal: Refused) -> None:
        super().__init__(refusal.status)
        self.refusal = refusal


class _BodyRoute(APIRoute):
    def get_route_handler(self) -> Callable[[WebRequest], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def handle(request: WebRequest) -> Response:
            return await handler(_BodyRequest(request.scope, request.receive))

        return handle


class RequestCall(core.HandwrittenCall):
    """One request of a hand-written route, with its actor and its only transaction."""

    def __init__(self, request: WebRequest, body: bytes = b"") -> None:
        super().__init__()
        self.request = request
        self.body = body
        self.cookies: list[dict[str, Any]] = []

    def set_cookie(self, name: str, value: str, **options: Any) -> None:
        self.cookies.append({"key": name, "value": value, **options})

    def header(self, name: str) -> str:
        return self.request.headers.get(name, "")


async def _call(request: WebRequest) -> RequestCall:
    needs_body = "idempotency-key" in request.headers and request.method == "POST"
    return RequestCall(request, await request.body() if needs_body else b"")


Call = Annotated[RequestCall, Depends(_call)]
Before = Callable[[RequestCall, Mapping[str, Any]], None]


class Routes:
    """A module's hand-written routes. Each must have `may`; there is no default."""

    def __init__(self) -> None:
        self.router = APIRouter(route_class=_BodyRoute)
        self.rules: list[tuple[str, str, Rule]] = []
        self.stated: dict[tuple[str, str], tuple[int, Any]] = {}
        """Status and answer (`kit.http.answers`) by method and path."""

    def get(self, path: str, *, may: Rule, **more: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        return self._add("GET", path, may, **more)

    def post(self, path: str, *, may: Rule, **more: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        return self._add("POST", path, may, **more)

    def put(self, path: str, *, may: Rule, **more: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        return self._add("PUT", path, may, **more)

    def delete(self, path: str, *, may: Rule, **more: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        return self._add("DELETE", path, may, **more)

    def _add(
        self,
        method: str,
        path: str,
        may: Rule,
        *,
        status: int = 200,
        remote: bool = False,
        before: Before | None = None,
        summary: str = "",
        answers: Any = answer_types.UNSTATED,
        takes: Mapping[str, FieldType] | None = None,
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Register a handler. `takes` documents a body that the handler reads by field types (`kit.values.bodies`).

        `answers` is the type of `data` in the answer; `Whole(type)` the type of a body that holds more, a text the
        media type of bytes, None means no body. It is for the OpenAPI document alone; answers are not checked.

        `remote`: the handler calls another service before its transaction, so an Idempotency-Key is ignored.

        `before(call, arguments)` runs after the rule and before any transaction, with the handler's arguments: for a
        call of another service whose answer the handler does not need.
        """

        def register(handler: Callable[..., Any]) -> Callable[..., Any]:
            endpoint = _endpoint(handler, may, status, method, path, remote, before)
            endpoint.may = may  # type: ignore[attr-defined]  # read when a request is refused before the call
            self.rules.append((method, path, may))
            self.stated[method, path] = (status, answers)
            self.router.add_api_route(
                _with_ids(core.full_path(path), handler),
                endpoint,
                methods=[method],
                status_code=status,
                summary=summary or (handler.__doc__ or handler.__name__).strip().splitlines()[0],
                openapi_extra={"x-may": may.name} | (_body_of(takes) if takes else {}),
                response_model=None,
            )
            return handler

        return register


def _with_ids(path: str, handler: Callable[..., Any]) -> str:
    """The path in the router's form: a parameter that the handler takes as a number matches only numbers, so that
    `/invoice/abc` is not found, whatever the method."""
    hints = typing.get_type_hints(handler)

    def parameter(match: re.Match[str]) -> str:
        return f"{{{match[1]}:id}}" if hints.get(match[1]) is int else match[0]

    return re.sub(r"\{([a-zA-Z]+)\}", parameter, path)


def _body_of(types: Mapping[str, FieldType]) -> dict[str, Any]:
    schema = {"type": "object", "properties": {name: kind.schema() for name, kind in types.items()}}
    return {"requestBody": {"content": {core.JSON: {"schema": {**schema, "additionalProperties": False}}}}}


def _endpoint(
    handler: Callable[..., Any],
    may: Rule,
    status: int,
    method: str,
    path: str,
    remote: bool,
    before: Before | None,
) -> Callable[..., Any]:
    """Wrap a handler: rule first, then the handler, then the commit, then the answer."""
    hints = typing.get_type_hints(handler, include_extras=True)
    signature = inspect.signature(handler)
    parameters = [p.replace(annotation=hints.get(p.name, p.annotation)) for p in signature.parameters.values()]
    if "call" not in signature.parameters:
        call_parameter = inspect.Parameter("call", inspect.Parameter.KEYWORD_ONLY, annotation=Call)
        parameters.append(call_parameter)
    takes_call = "call" in signature.parameters
    route = f"{method} {path}"

    def authenticate(call: RequestCall) -> None:
        call.actor = core.authenticate(call.header("authorization"), may)

    def to_answer(call: RequestCall, result: Any) -> core.Answer:
        if isinstance(result, core.Answer):
            return result
        return core.data(result, call.status or status)

    if inspect.iscoroutinefunction(handler):

        @functools.wraps(handler)
        async def run_async(**arguments: Any) -> Response:
            call: RequestCall = arguments["call"]
            authenticate(call)
            result = await handler(**(arguments if takes_call else _without_call(arguments)))
            return result if isinstance(result, Response) else _response(to_answer(call, result), call)

        wrapper: Callable[..., Any] = run_async
    else:

        @functools.wraps(handler)
        def run(**arguments: Any) -> Response:
            call: RequestCall = arguments["call"]
            authenticate(call)
            handler_arguments = arguments if takes_call else _without_call(arguments)
            if before is not None:
                before(call, arguments)
            key = call.header("idempotency-key") if method == "POST" and not remote and call.actor.signed_in else ""

            def work() -> core.Answer | Response:
                if key:
                    return core.idempotent(
                        call.tx, key, route, call.body, lambda: to_answer(call, handler(**handler_arguments))
                    )
                result = handler(**handler_arguments)
                return result if isinstance(result, Response) else to_answer(call, result)

            answer = call.answer(method, work)
            return answer if isinstance(answer, Response) else _response(answer, call)

        wrapper = run
    wrapper.__signature__ = signature.replace(parameters=parameters, return_annotation=Any)  # type: ignore[attr-defined]
    wrapper.__annotations__ = {p.name: p.annotation for p in parameters}
    return wrapper


def _without_call(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in arguments.items() if name != "call"}


def _response(answer: core.Answer, call: RequestCall | None = None) -> Response:
    headers = dict(answer.headers)
    if call is not None:
        headers |= call.headers
    if isinstance(answer.body, bytes):
        response: Response = Response(answer.body, answer.status, headers, media_type=answer.media_type)
    else:
        response = StreamingResponse(answer.body, answer.status, headers, media_type=answer.media_type)
    for cookie in call.cookies if call is not None else ():
        response.set_cookie(**cookie)
    return response


def _declared(route: core.Route) -> BaseRoute:
    path = re.sub(r"\{(id|number|[a-zA-Z]+Id)\}", r"{\1:id}", route.full_path)
    reads_body = route.method in {"POST", "PUT", "DELETE"}
    template = f"{route.method} {route.path}"

    def work(authorization: str | None, request: WebRequest, body: bytes) -> Response:
        core_request = core.Request(
            actor=core.authenticate(authorization, route.may),
            path={name: str(value) for name, value in request.path_params.items()},
            query=dict(request.query_params),
            headers=request.headers,
            body=body,
            route=template,
        )
        return _response(core.run_handler(route.method, lambda: route.handler(core_request)))

    async def endpoint(request: WebRequest) -> Response:
        body = await request.body() if reads_body else b""
        return await run_in_threadpool(work, request.headers.get("authorization"), request, body)

    return WebRoute(path, endpoint, methods=[route.method], name=template)


class _Application(FastAPI):
    """FastAPI behind our dispatcher. As a middleware it would be inside four layers of the framework, which cost a list
    of 50 rows as much as its query (docs/performance.md)."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.outermost: ASGIApp = super().__call__

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.outermost(scope, receive, send)


def application(
    title: str,
    routes: Sequence[Routes],
    declared_routes: Sequence[core.Route],
    checks: Mapping[str, Callable[[], None]],
    background_tasks: Sequence[background.BackgroundTask] = (),
) -> FastAPI:
    """The service's ASGI app with its background tasks (`kit.http.background`)."""

    @contextlib.asynccontextmanager
    async def live(_: FastAPI) -> AsyncIterator[None]:
        async with background.running(background_tasks):
            yield

    docs = f"/api/docs/{title}"
    app = _Application(
        title=f"Staffroom {title}",
        version="1",
        lifespan=live,
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{docs}.json",
    )
    for entry in routes:
        app.include_router(entry.router)
    app.router.routes.extend(_declared(route) for route in declared_routes)
    app.router.routes.extend(_health(checks))
    app.router.routes.sort(key=_specificity)
    app.router.redirect_slashes = False
    plain_openapi = app.openapi

    def full_openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(title, plain_openapi(), routes, declared_routes)
        return app.openapi_schema or {}

    def page(_: WebRequest) -> Response:
        return _response(docs_page.page(title, full_openapi()))

    app.openapi = full_openapi  # type: ignore[method-assign]
    app.router.routes.append(WebRoute(docs, page))
    _handlers(app, [route for entry in routes for route in entry.router.routes])
    app.add_middleware(Guard, service=title)
    app.outermost = Dispatch(app.outermost, declared_routes, title)
    return app


def _document(
    title: str, document: dict[str, Any], routes: Sequence[Routes], declared_routes: Sequence[core.Route]
) -> dict[str, Any]:
    """The framework's document, with the answers of the hand-written routes and with the declared routes."""
    components = answer_types.Components()
    for entry in routes:
        for (method, path), (status, stated) in entry.stated.items():
            operation = document["paths"][core.full_path(path)][method.lower()]
            operation["responses"] = answer_types.written(status, stated, components)
    for path, operations in declared.openapi(title, declared_routes, components).items():
        document["paths"].setdefault(path, {}).update(operations)
    for unused in ("HTTPValidationError", "ValidationError"):
        document.get("components", {}).get("schemas", {}).pop(unused, None)
    declared.finish(document, components)
    return document


def _specificity(route: BaseRoute) -> list[int]:
    """Sort key: fixed segments before parameters, so that `/students/columns` never matches `/students/{id}`."""
    path = getattr(route, "path", "")
    return [1 if "{" in segment else 0 for segment in path.split("/")]


def _health(checks: Mapping[str, Callable[[], None]]) -> Iterator[BaseRoute]:
    async def alive(_: WebRequest) -> Response:
        return Response(b'{"alive":true}', media_type=core.JSON)

    async def readiness(_: WebRequest) -> Response:
        return _response(await run_in_threadpool(core.ready, checks))

    def metrics(_: WebRequest) -> Response:
        body, media_type = telemetry.exposition()
        return Response(body, headers={"Content-Type": media_type})

    yield WebRoute("/metrics", metrics)
    yield WebRoute("/healthz", alive)
    yield WebRoute("/readyz", readiness)


def _methods(routes: Iterable[BaseRoute], scope: Scope) -> list[str]:
    """The methods of all routes with the path of `scope`."""
    matching = [route for route in routes if route.matches(scope)[0] is not Match.NONE]
    return sorted({method for route in matching for method in getattr(route, "methods", None) or ()})


def _handlers(app: FastAPI, written: Sequence[BaseRoute]) -> None:
    @app.exception_handler(Refused)
    async def refused(_: WebRequest, error: Refused) -> Response:
        return _response(core.refusal(error))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: WebRequest, error: RequestValidationError) -> Response:
        may = getattr(getattr(request.scope.get("route"), "endpoint", None), "may", None)
        if may is not None:
            try:  # a caller without the right gets that refusal, not the faults of the body
                await run_in_threadpool(core.authenticate, request.headers.get("authorization"), may)
            except Refused as refusal:
                return _response(core.refusal(refusal))
        return _response(core.refusal(bodies.refused(error.errors())))

    @app.exception_handler(HTTPException)
    async def http_error(request: WebRequest, error: HTTPException) -> Response:
        if isinstance(error, _WrappedRefusal):
            return _response(core.refusal(error.refusal))
        texts = {404: "There is no such call", 405: "This call does not take this method"}
        text = texts.get(error.status_code, str(error.detail))
        code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "malformed")
        body = {"error": text, "code": code, "requestId": context.request_id.get()}
        headers = dict(error.headers or {})
        if error.status_code == 405:  # the framework names those of the first matching route
            headers["Allow"] = ", ".join(_methods([*written, *app.router.routes], request.scope))
        return _response(core.Answer(core.encode(body), error.status_code, headers=headers))
