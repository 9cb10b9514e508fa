"""Mail domains: their records are looked up at a name server; findings name each fault and the record to set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kit.database import Database
from services.support.tests.builders import STAFF
from services.support.tests.domains.name_server import NameServer
from services.support.tests.tickets.builders import GUIDE, TECH, URL
from staffroom_testing.plugin import ClientFor
from support.domains import checking, resolving
from support.domains.jobs import check
from support.mail.settings import mail_settings

Run = Callable[[], list[dict[str, Any]]]
SENDER = "include:spf.provider.example"
RECORDS = {
    "school.example": ["google-site-verification=abc", f"v=spf1 mx {SENDER} -all"],
    "mail2026._domainkey.school.example": [f"v=DKIM1; k=rsa; p={'A' * 300}"],
    "_dmarc.school.example": ["v=DMARC1; p=reject; rua=mailto:dmarc@school.example"],
    "bare.example": [],
    "_dmarc.bare.example": ["v=DMARC1; p=none"],
}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[NameServer]:
    with NameServer(RECORDS, silent=["silent.example", "_dmarc.silent.example"]) as running:
        monkeypatch.setattr(mail_settings(), "resolver", running.address)
        yield running


def add(client: ClientFor, domain: str, **more: Any) -> int:
    body = {"domain": domain, "sender": SENDER, "selector": "mail2026", **more}
    answer = client(TECH).post(f"{URL}/mailDomain", json=body)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["data"]["id"])


def shown(client: ClientFor, record: int) -> dict[str, Any]:
    data: dict[str, Any] = client(TECH).get(f"{URL}/mailDomain/{record}").json()["data"]
    return data


def test_new_domain_is_checked_at_once(client: ClientFor, server: NameServer, run_jobs: Run) -> None:
    record = add(client, "School.example", reports="dmarc@school.example")
    assert shown(client, record)["state"] == "new"
    run_jobs()
    checked = shown(client, record)
    assert (checked["domain"], checked["state"]) == ("school.example", "good")
    assert [one["state"] for one in checked["findings"]] == ["good", "good", "good"]
    assert checked["checked"]


def test_missing_records_are_reported_with_the_value_to_set(
    client: ClientFor, server: NameServer, run_jobs: Run
) -> None:
    record = add(client, "bare.example")
    run_jobs()
    spf, dkim, dmarc = shown(client, record)["findings"]
    assert shown(client, record)["state"] == "wrong"
    assert (spf["name"], spf["value"]) == ("bare.example", f"v=spf1 {SENDER} ~all")
    assert spf["text"] == "There is no SPF record: receivers cannot tell our mail from forged mail."
    assert dkim["name"] == "mail2026._domainkey.bare.example" and dkim["state"] == "wrong"
    assert (dmarc["state"], dmarc["value"]) == ("weak", "v=DMARC1; p=quarantine")


def test_silent_name_server_is_awaited_until_the_deadline(
    client: ClientFor, server: NameServer, run_jobs: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resolving, "DEADLINE", 0.3)
    record = add(client, "silent.example", selector="")
    run_jobs()
    checked = shown(client, record)
    assert checked["state"] == "unknown"
    assert checked["findings"][0]["text"] == ("The name server did not answer for silent.example. Check again later.")


def test_change_or_check_now_checks_the_domain_again(client: ClientFor, server: NameServer, run_jobs: Run) -> None:
    record = add(client, "school.example")
    run_jobs()
    client(TECH).put(f"{URL}/mailDomain/{record}", json={"field": "sender", "newValue": "ip4:192.0.2.10"})
    run_jobs()
    spf = shown(client, record)["findings"][0]
    assert (spf["state"], spf["value"]) == ("wrong", f"v=spf1 mx {SENDER} ip4:192.0.2.10 -all")
    assert client(GUIDE).post(f"{URL}/mailDomain/{record}/check").status_code == 202
    assert run_jobs()[-1]["result"] == {"state": "wrong"}
    assert client(STAFF).post(f"{URL}/mailDomain/{record}/check").status_code == 403
    assert client(GUIDE).put(f"{URL}/mailDomain/{record}", json={"field": "sender", "newValue": "a"}).status_code == 403


@pytest.mark.parametrize(
    ("field", "value"),
    [("domain", "bare.example"), ("sender", "a"), ("selector", "other"), ("reports", "dmarc@school.example")],
)
def test_domain_changed_during_its_check_keeps_no_outdated_findings(
    client: ClientFor, database: Database, server: NameServer, monkeypatch: pytest.MonkeyPatch, field: str, value: str
) -> None:
    record = add(client, "school.example")
    change = [{"field": field, "newValue": value}]

    def change_and_resolve(name: str) -> list[str] | None:
        if change:
            assert client(TECH).put(f"{URL}/mailDomain/{record}", json=change.pop()).status_code == 200
        return resolve(name)

    resolve = resolving.texts_of
    monkeypatch.setattr(resolving, "texts_of", change_and_resolve)
    check(database, record)
    domain = shown(client, record)
    assert (domain["state"], domain["findings"], domain["checked"]) == ("new", [], None)


@pytest.mark.parametrize(
    ("texts", "state", "value"),
    [
        (["v=spf1 a -all", "v=spf1 mx -all"], "wrong", "v=spf1 mx ~all"),
        (["v=spf1 mx +all"], "wrong", "v=spf1 mx ~all"),
        (["v=spf1 mx ?all"], "weak", "v=spf1 mx ~all"),
        (["v=spf1 +MX redirect=_spf.example"], "good", ""),
        (["v=spf1 mx " + "include:a.example " * 10 + "-all"], "wrong", "v=spf1 mx ~all"),
    ],
)
def test_each_spf_fault_names_the_corrected_record(texts: list[str], state: str, value: str) -> None:
    finding = checking.spf("school.example", "mx", texts)
    assert (finding.state, finding.value) == (state, value)


@pytest.mark.parametrize(
    ("texts", "state"),
    [
        ([], "wrong"),
        (["v=DMARC1; p=reject", "v=DMARC1; p=none"], "wrong"),
        (["v=DMARC1; p=perhaps"], "wrong"),
        (["v=DMARC1; p=none"], "weak"),
        (["v=DMARC1; p=reject"], "weak"),
        (["v=DMARC1;p=reject;rua=mailto:d@school.example"], "good"),
        (None, "unknown"),
    ],
)
def test_dmarc_rejects_forged_mail_and_reports(texts: list[str] | None, state: str) -> None:
    assert checking.dmarc("school.example", "d@school.example", texts).state == state


@pytest.mark.parametrize(
    ("texts", "state"), [(["v=DKIM1; p="], "wrong"), (["p=ABC"], "good"), (["hello"], "wrong"), (None, "unknown")]
)
def test_dkim_needs_a_key(texts: list[str] | None, state: str) -> None:
    assert checking.dkim("school.example", "mail2026", texts).state == state
