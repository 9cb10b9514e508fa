"""`/api.xro/2.0`: authorisation, rate limits and idempotency; then the resource."""

from __future__ import annotations

import datetime as dt
import email.utils
import hashlib
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sandbox import chart, documents, payments
from sandbox.errors import ApiError, Wrong, absent, invalid, problem, unreadable
from sandbox.limits import Meter, TooMany
from sandbox.oauth import Grants
from sandbox.store import ID, Books, decoded, encoded

BATCH = 50
"""The number of elements a call may carry; Xero's own recommendation."""
KEY_SECONDS = 360.0
"""Seconds for which an idempotency key is remembered."""
Writer = Callable[[dict[str, Any]], dict[str, Any]]


@dataclass
class Asked:
    """One call."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes = b""


@dataclass
class Told:
    """The response to one call."""

    status: int
    body: str
    headers: dict[str, str] = field(default_factory=dict)


class Api:
    """The accounting API over the books."""

    def __init__(self, books: Books, grants: Grants, meter: Meter) -> None:
        self.books, self.grants, self.meter = books, grants, meter

    def answer(self, asked: Asked) -> Told:
        """Answer a call below `/api.xro/2.0`."""
        headers: dict[str, str] = {}
        try:
            tenant = asked.headers.get("xero-tenant-id", "")
            if tenant not in self.grants.tenants(asked.headers.get("authorization", "")):
                raise problem(403, "Forbidden", "AuthenticationUnsuccessful")
            with self.meter.call(tenant) as headers:
                answer = self._once(tenant, asked)
                answer.headers |= headers
                return answer
        except TooMany as much:
            return Told(429, "", {"Retry-After": str(much.seconds), "X-Rate-Limit-Problem": much.problem})
        except ApiError as error:
            return Told(error.status, encoded(error.body), headers | error.headers)

    def _once(self, tenant: str, asked: Asked) -> Told:
        """With an Idempotency-Key, apply the call once and repeat its answer."""
        if asked.method == "GET":
            return Told(200, encoded(self._read(tenant, asked)))
        key = asked.headers.get("idempotency-key", "")
        if len(key) > 128:
            raise unreadable(" The Idempotency-Key is longer than 128 characters.")
        digest = hashlib.sha256(f"{asked.method} {asked.path} {sorted(asked.query.items())} ".encode() + asked.body)
        with self.books.transaction():
            self.books.connection.execute("DELETE FROM answered WHERE created < ?", (time.time() - KEY_SECONDS,))
            known = (
                self.books.rows("SELECT request, status, body FROM answered WHERE tenant = ? AND key = ?", tenant, key)
                if key
                else []
            )
            if known:
                if known[0][0] != digest.hexdigest():
                    raise problem(400, "BadRequest", "The Idempotency-Key was used with another request")
                return Told(known[0][1], known[0][2])
            body = encoded(self._write(tenant, asked))
            if key:
                self.books.connection.execute(
                    "INSERT INTO answered VALUES (?, ?, ?, ?, ?, ?)",
                    (tenant, key, digest.hexdigest(), 200, body, time.time()),
                )
            return Told(200, body)

    def _read(self, tenant: str, asked: Asked) -> dict[str, Any]:
        kind, _, key = asked.path.strip("/").partition("/")
        if kind not in ID:
            raise absent()
        if key:
            one = self.books.one(tenant, kind, key) or next(iter(self.books.named(tenant, kind, key)), None)
            if one is None:
                raise absent()
            return {"Status": "OK", kind: [one]}
        for name, look in (("IDs", self._by_id), ("InvoiceNumbers", self._by_name)):
            if wanted := asked.query.get(name):
                return {"Status": "OK", kind: [one for value in wanted.split(",") for one in look(tenant, kind, value)]}
        size = min(int(asked.query.get("pageSize", 100)), 1000)
        number = int(asked.query.get("page", 1))
        rows, count = self.books.page(tenant, kind, _since(asked.headers.get("if-modified-since", "")), number, size)
        pages = {"page": number, "pageSize": size, "pageCount": -(-count // size), "itemCount": count}
        return {"Status": "OK", "pagination": pages, kind: rows}

    def _by_id(self, tenant: str, kind: str, key: str) -> list[dict[str, Any]]:
        one = self.books.one(tenant, kind, key)
        return [one] if one else []

    def _by_name(self, tenant: str, kind: str, name: str) -> list[dict[str, Any]]:
        return self.books.named(tenant, kind, name)

    def _write(self, tenant: str, asked: Asked) -> dict[str, Any]:
        parts = asked.path.strip("/").split("/")
        kind, create = parts[0], asked.method == "PUT"
        given = _json(asked.body)
        if parts[2:3] == ["Allocations"] and kind == "CreditNotes":
            return self._allocation(tenant, asked.method, parts, given)
        if kind == "Payments" and len(parts) == 2:
            if given != {"Status": "DELETED"}:
                raise unreadable(" A payment can only be deleted.")
            return {
                "Status": "OK",
                "Payments": [_valid(lambda _: payments.take_back(self.books, tenant, parts[1]), {})],
            }
        check: Callable[[dict[str, Any]], None]
        save: Writer
        if kind in documents.NUMBER:
            check = partial(documents.check_fields, kind)
            save = partial(documents.save, self.books, tenant, kind, create=create)
        elif kind == "Contacts":
            check, save = partial(chart.check_fields, kind), partial(chart.save_contact, self.books, tenant)
        elif kind == "Payments" and create:
            check, save = payments.check_fields, partial(payments.pay, self.books, tenant)
        elif kind in {"Accounts", "TaxRates"} and create:
            add = chart.add_account if kind == "Accounts" else chart.add_tax_rate
            check, save = partial(chart.check_fields, kind), partial(add, self.books, tenant)
        else:
            raise absent()
        listed = given.get(kind)
        elements: list[dict[str, Any]] = listed if isinstance(listed, list) else [given]
        if len(parts) > 1:
            elements = [one | {ID[kind]: parts[1]} for one in elements]
        return {"Status": "OK", kind: self._batch(asked, kind, elements, check, save)}

    def _batch(
        self, asked: Asked, kind: str, elements: list[dict[str, Any]], check: Callable[[Any], None], save: Writer
    ) -> list[dict[str, Any]]:
        """Apply each element on its own with summarizeErrors=false; otherwise all or none."""
        if len(elements) > BATCH:
            raise unreadable(f" At most {BATCH} elements in one call.")
        for one in elements:
            check(one)
        if asked.query.get("summarizeErrors") != "false":
            return [_valid(save, one) for one in elements]
        done = []
        for one in elements:
            try:
                done.append(save(one) | {"StatusAttributeString": "OK", "HasErrors": False})
            except Wrong as wrong:
                refused = {"StatusAttributeString": "ERROR", "HasErrors": True, "ValidationErrors": wrong.errors}
                done.append({ID[kind]: "00000000-0000-0000-0000-000000000000", **one, **refused})
        return done

    def _allocation(self, tenant: str, method: str, parts: list[str], given: dict[str, Any]) -> dict[str, Any]:
        note = parts[1]
        if method == "DELETE" and len(parts) == 4:
            return payments.take_off(self.books, tenant, note, parts[3])
        if method != "PUT" or len(parts) != 3:
            raise absent()
        elements = given.get("Allocations") or [given]
        return {
            "Status": "OK",
            "Allocations": [
                _valid(lambda one: payments.allocate(self.books, tenant, note, one), one) for one in elements
            ],
        }


def _valid(save: Writer, one: dict[str, Any]) -> dict[str, Any]:
    try:
        return save(one)
    except Wrong as wrong:
        raise invalid([{**one, "ValidationErrors": wrong.errors}]) from wrong


def _json(body: bytes) -> dict[str, Any]:
    if not body:
        return {}
    try:
        given = decoded(body)
    except ValueError as error:
        raise unreadable(f" {error}") from error
    if not isinstance(given, dict):
        raise unreadable(" An object is expected.")
    return given


def _since(text: str) -> int:
    """Parse If-Modified-Since, as an HTTP date or in the form of Xero's clients; returns milliseconds."""
    if not text:
        return 0
    written_otherwise = re.match(r"\d{4}-", text)
    moment = dt.datetime.fromisoformat(text) if written_otherwise else email.utils.parsedate_to_datetime(text)
    return int(moment.replace(tzinfo=moment.tzinfo or dt.UTC).timestamp() * 1000)
