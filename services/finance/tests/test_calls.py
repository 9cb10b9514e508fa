"""Every call that `money.md 7` lists under Invoices reaches finance through the gateway and has a route there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from devstack.layout import Instance
from devstack.stack import environment
from finance.wiring import service
from gateway.tests import table

TABLE = table.routes(table.load(environment.gateway(Instance("dev", 8080, "127.0.0.1", Path("/nowhere")))))

FINANCE = """
GET /invoices/{orgId}
GET /enquiry/{ewtId}/invoices
GET /invoice/{id}
POST /invoice
PUT /invoice/{id}
DELETE /invoice/{id}
POST /invoice/{id}/mark/sent
POST /invoice/{id}/send/email
POST /invoice/{id}/send/receipt
GET /invoice/{id}/generate/pdf
POST /invoice/{id}/markaspaid/send/info
POST /invoice/{id}/item
PUT /invoice/item/{id}
DELETE /invoice/item/{id}
POST /invoice/{id}/footerHeader/header
POST /invoice/{id}/footerHeader/footer
PUT /invoice/footerHeader/{id}
DELETE /invoice/footerHeader/{id}
POST /invoice/{id}/footer
DELETE /invoice/footer/{id}
GET /invoice/item/samples
GET /invoice/footerHeader/footer/samples
GET /invoice/footerHeader/header/samples
GET /invoice/footer/samples
POST /invoice/{id}/invoiceInstallment
PUT /invoiceInstallment/{id}
DELETE /invoiceInstallment/{id}
GET /xero/org/{orgId}/accounts
GET /xero/org/1/sub-accounts
GET /exam/{id}/invoiceitems
"""
OTHERS = (
    ("identity", "GET", "/departments"),
    ("people", "GET", "/system/examseries/list"),
    ("people", "GET", "/system/examseries/{id}/exams/list"),
    ("people", "PUT", "/enquiryWithType/{id}"),
)
"""Calls listed there that other services answer."""

CALLS = [tuple(call.split()) for call in FINANCE.strip().splitlines()]
RULES = [(method, re.sub(r"\{\w+\}", "[^/]+", path)) for method, path, _ in service.rules()]


def has_route(method: str, path: str) -> bool:
    return any(verb == method and re.fullmatch(rule, path) for verb, rule in RULES)


def owner_of(method: str, path: str) -> str:
    return table.owner(TABLE, f"/api/v1{path}", method)


@pytest.mark.parametrize(("method", "call"), CALLS)
def test_every_call_has_its_route(method: str, call: str) -> None:
    path = re.sub(r"\{\w+\}", "17", call)
    assert owner_of(method, path) == "finance"
    assert has_route(method, path)


@pytest.mark.parametrize(("owner", "method", "call"), OTHERS)
def test_calls_of_other_services_reach_them(owner: str, method: str, call: str) -> None:
    assert owner_of(method, re.sub(r"\{\w+\}", "17", call)) == owner


def test_call_without_a_service_is_detected() -> None:
    assert not has_route("POST", "/invoice/17/nothing")
