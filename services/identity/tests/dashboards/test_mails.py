"""Dashboards by email: with the rights of their reader, on time, once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from identity.accounts.model import user_account
from identity.dashboards import document, mailing, mails
from identity.dashboards.model import dashboard, dashboard_mail, dashboard_tile
from identity.dashboards.times import following
from kit.database import Database
from kit.jobs import operations
from kit.lists.others import asking
from kit.policy import Actor, as_service
from services.identity.tests.builders import Build
from services.identity.tests.dashboards.conftest import MakeBoard
from staffroom_testing import actor
from staffroom_testing.mailbox import Mailbox, mailbox
from staffroom_testing.papers import texts

__all__ = ["mailbox"]

ClientFor = Callable[[Actor | None], httpx.Client]
Run = Callable[[], list[dict[str, Any]]]
WEEKLY = {"rhythm": "weekly", "day": 1, "hour": 7}
SOON = dt.timedelta(days=40)


def paper(mail: Any) -> str:
    [attached] = list(mail.iter_attachments())
    assert attached.get_content_type() == "application/pdf"
    return " ".join(" ".join(texts(attached.get_content())).split())


def queue(database: Database, later: dt.timedelta = SOON) -> int:
    with database.transaction(as_service("identity")) as tx:
        return mails.queue_due(tx, dt.datetime.now(dt.UTC) + later)


def row_of(database: Database, user_id: int) -> dict[str, Any]:
    row = database.one(sa.select(dashboard_mail).where(dashboard_mail.c.user_id == user_id))
    assert row is not None
    return row


def subscribe(reader: httpx.Client, board: MakeBoard) -> int:
    """Make a board of a list for the staff with a weekly email to the reader; return its id."""
    number = board({"list_path": "/users"}, shared_roles=["staff"])
    answer = reader.put(f"/api/v1/dashboard/{number}/mail", json=WEEKLY)
    assert answer.status_code == 200, answer.text
    return number


@pytest.fixture
def readers(build: Build) -> Iterator[tuple[Actor, Actor]]:
    """A system administrator, and a member of staff."""
    root = build.user("root", "staff", "sysAdmin", first_name="Rosa", email="root@example.org")
    staff = build.user("stella", "staff", first_name="Stella", email="stella@example.org")
    yield actor("staff", "sysAdmin", user_id=root, name="Rosa"), actor("staff", user_id=staff, name="Stella")


def test_each_reader_gets_the_numbers_of_own_rights(
    client: ClientFor,
    board: MakeBoard,
    database: Database,
    readers: tuple[Actor, Actor],
    run_jobs: Run,
    mailbox: Mailbox,
) -> None:
    root, stella = readers
    number = board(
        {"kind": "number", "title": "Boards", "list_path": "/dashboards"},
        {"kind": "table", "title": "Refusals", "list_path": "/auth/audit"},
        {"kind": "table", "title": "People", "list_path": "/users", "shown_columns": "username,email"},
        {"kind": "text", "title": "About", "service": "", "text": "<p>Read <b>this</b></p>"},
        {"kind": "waiting", "title": "Waiting", "service": ""},
        {"kind": "number", "title": "Tickets", "service": "support", "list_path": "/v2/support/tickets"},
        title="House & home",
        shared_roles=["staff"],
        owner_id=root.user_id,
    )
    path = f"/api/v1/dashboard/{number}/mail"
    answer = client(root).put(path, json=WEEKLY | {"readers": [root.user_id, stella.user_id]})
    assert answer.status_code == 200, answer.text
    assert [one["name"] for one in answer.json()["data"]["others"]] == ["Stella Lovelace"]
    assert queue(database) == 2
    run_jobs()
    of = {mail["To"].addresses[0].addr_spec: mail for mail in mailbox.mails}
    mine, hers = paper(of["root@example.org"]), paper(of["stella@example.org"])
    assert "Boards 8 " in mine and "House & home" in mine
    assert "Boards 2 " in hers and "Stella Lovelace" in hers and "Read this" in hers
    assert "Support does not answer now" in hers
    refusal = client(stella).get("/api/v1/auth/audit?page=1&pageSize=10").json()["error"]
    assert refusal in " ".join(hers.split()), hers
    assert refusal not in " ".join(mine.split())
    stop = of["stella@example.org"]["List-Unsubscribe"].strip("<>").split("/api/", 1)[1]
    assert "Stop the email" in client(None).get(f"/api/{stop}").text
    assert client(None).post(f"/api/{stop}").status_code == 200
    assert row_of(database, stella.user_id)["active"] is False
    assert client(None).get("/api/v1/dashboard/mail/stop/7-abc").status_code == 404
    again = client(root).put(path, json=WEEKLY | {"readers": [stella.user_id]})
    assert again.json()["error"] == "Stella Lovelace has stopped this email, and alone begins it again"
    kept = client(root).get(path).json()["data"]
    assert kept["others"] == [] and kept["mine"]["lastSent"] and not kept["mine"]["problem"]


def test_reader_without_the_right_gets_no_email_and_the_row_has_the_reason(
    client: ClientFor,
    board: MakeBoard,
    database: Database,
    readers: tuple[Actor, Actor],
    run_jobs: Run,
    mailbox: Mailbox,
) -> None:
    _, stella = readers
    number = subscribe(client(stella), board)
    database.execute(sa.update(dashboard).where(dashboard.c.id == number).values(shared_roles=[]))
    queue(database)
    run_jobs()
    assert mailbox.mails == []
    assert row_of(database, stella.user_id)["problem"] == mailing.GONE.format("Stella Lovelace")
    database.execute(sa.update(dashboard).where(dashboard.c.id == number).values(shared_roles=["staff"]))
    database.execute(sa.update(user_account).where(user_account.c.id == stella.user_id).values(status="inactive"))
    queue(database, 2 * SOON)
    run_jobs()
    assert mailbox.mails == []


def test_two_workers_send_one_mail(
    client: ClientFor,
    board: MakeBoard,
    database: Database,
    readers: tuple[Actor, Actor],
    run_jobs: Run,
    mailbox: Mailbox,
) -> None:
    _, stella = readers
    subscribe(client(stella), board)
    with ThreadPoolExecutor(4) as pool:
        counts = [task.result() for task in [pool.submit(queue, database) for _ in range(4)]]
    assert sum(counts) == 1
    jobs = [job for job in run_jobs() if job["kind"] == "mailDashboard"]
    run_jobs()
    assert (len(jobs), len(mailbox.mails)) == (1, 1)
    row = row_of(database, stella.user_id)
    assert row["next"] > dt.datetime.now(dt.UTC) + SOON
    assert row["last_sent"] is not None


def test_temporarily_refused_email_is_retried(
    client: ClientFor,
    board: MakeBoard,
    database: Database,
    readers: tuple[Actor, Actor],
    run_jobs: Run,
    mailbox: Mailbox,
) -> None:
    _, stella = readers
    subscribe(client(stella), board)
    mailbox.answer = lambda mail: "451 later"
    queue(database)
    [job] = [one for one in run_jobs() if one["kind"] == "mailDashboard"]
    row = row_of(database, stella.user_id)
    assert (job["state"], row["last_sent"]) == ("queued", None)
    assert "451 later" in row["problem"] and "tries again" in row["problem"]
    mailbox.answer = lambda mail: "250 kept"
    run_jobs()
    row = row_of(database, stella.user_id)
    assert (row["problem"], len(mailbox.mails)) == ("", 1)
    assert row["last_sent"] is not None


def test_permanently_refused_email_is_sent_when_its_job_is_run_again(
    client: ClientFor,
    board: MakeBoard,
    database: Database,
    readers: tuple[Actor, Actor],
    run_jobs: Run,
    mailbox: Mailbox,
) -> None:
    _, stella = readers
    subscribe(client(stella), board)
    mailbox.answer = lambda mail: "550 no such mailbox"
    queue(database)
    [job] = [one for one in run_jobs() if one["kind"] == "mailDashboard"]
    assert job["state"] == "failed" and "550 no such mailbox" in row_of(database, stella.user_id)["problem"]
    mailbox.answer = lambda mail: "250 kept"
    with database.transaction(as_service("identity")) as tx:
        operations.run_again(tx, job["id"])
    run_jobs()
    row = row_of(database, stella.user_id)
    assert (row["problem"], len(mailbox.mails)) == ("", 1)
    assert row["last_sent"] is not None


def test_tile_added_during_composition_does_not_prevent_the_email(
    client: ClientFor,
    board: MakeBoard,
    database: Database,
    build: Build,
    readers: tuple[Actor, Actor],
    run_jobs: Run,
    mailbox: Mailbox,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, stella = readers
    number = subscribe(client(stella), board)
    build_document = document.build

    def add_tile(*arguments: Any) -> Any:
        build._insert(dashboard_tile, {"title": "New", "service": "identity", "y": 9, "dashboard_id": number})
        return build_document(*arguments)

    ask = asking.ask

    def remove_tile(*arguments: Any) -> Any:
        database.execute(sa.delete(dashboard_tile).where(dashboard_tile.c.dashboard_id == number))
        return ask(*arguments)

    monkeypatch.setattr(document, "build", add_tile)
    monkeypatch.setattr(asking, "ask", remove_tile)
    queue(database)
    run_jobs()
    [mail] = mailbox.mails
    assert "Tile 0" in paper(mail)


def test_concurrent_subscriptions_are_all_kept(
    client: ClientFor, board: MakeBoard, build: Build, readers: tuple[Actor, Actor], database: Database
) -> None:
    root, _ = readers
    number = board({"list_path": "/users"}, shared_roles=["staff"], owner_id=root.user_id)
    people = [build.user(f"reader{place}", "staff") for place in range(12)]

    def put(order: int) -> int:
        named = people[::order]
        return client(root).put(f"/api/v1/dashboard/{number}/mail", json=WEEKLY | {"readers": named}).status_code

    for _ in range(4):
        with ThreadPoolExecutor(4) as pool:
            assert set(pool.map(put, (1, -1, 1, -1))) == {200}
    versions = database.all(sa.select(dashboard_mail.c.version))
    assert [row["version"] for row in versions] == [16] * len(people)


def test_immediate_email_goes_to_the_caller_without_a_subscription(
    client: ClientFor, board: MakeBoard, readers: tuple[Actor, Actor], run_jobs: Run, mailbox: Mailbox
) -> None:
    _, stella = readers
    number = board({"list_path": "/users"}, shared_roles=["staff"])
    assert client(stella).post(f"/api/v1/dashboard/{number}/mail/now").status_code == 202
    run_jobs()
    [mail] = mailbox.mails
    assert mail["To"].addresses[0].addr_spec == "stella@example.org"
    assert "Board" in paper(mail)
    other = actor("staff", user_id=stella.user_id, real_user_id=1)
    assert client(other).post(f"/api/v1/dashboard/{number}/mail/now").status_code == 403
    hidden = board({"list_path": "/users"})
    assert client(stella).post(f"/api/v1/dashboard/{hidden}/mail/now").status_code == 404


def test_only_the_owner_names_readers_who_may_open_it(
    client: ClientFor, board: MakeBoard, build: Build, readers: tuple[Actor, Actor]
) -> None:
    root, stella = readers
    number = board({"list_path": "/users"}, shared_with=[stella.user_id], owner_id=root.user_id)
    path = f"/api/v1/dashboard/{number}/mail"
    other = build.user("otto", "staff", first_name="Otto")
    assert client(stella).put(path, json=WEEKLY | {"readers": [root.user_id]}).status_code == 403
    refused = client(root).put(path, json=WEEKLY | {"readers": [other]})
    assert refused.json()["error"] == "Otto Lovelace does not open this dashboard: please share it first"
    assert client(root).put(path, json={"rhythm": "monthly", "day": 30, "hour": 7}).status_code == 422
    assert client(root).put(path, json={"rhythm": "weekly", "hour": 7}).status_code == 422
    assert client(stella).put(path, json={"rhythm": "daily", "hour": 7}).json()["data"]["mine"]["day"] is None
    assert client(stella).delete(f"{path}/{root.user_id}").status_code == 403
    assert client(root).delete(f"{path}/{stella.user_id}").json()["data"]["others"] == []
    assert client(root).delete(f"{path}/{stella.user_id}").status_code == 404


@pytest.mark.parametrize(
    ("rhythm", "day", "expected"),
    [
        ("daily", None, "2026-11-30T07:00"),
        ("weekly", 3, "2026-12-02T07:00"),
        ("weekly", 5, "2026-12-04T07:00"),
        ("monthly", 15, "2026-12-15T07:00"),
        ("monthly", 27, "2026-12-27T07:00"),
    ],
)
def test_next_time_is_in_london(rhythm: str, day: int | None, expected: str) -> None:
    friday = dt.datetime(2026, 11, 27, 7, 0, tzinfo=dt.UTC)
    assert following(rhythm, day, 7, friday) == dt.datetime.fromisoformat(expected).replace(tzinfo=dt.UTC)
    summer = dt.datetime(2026, 6, 5, 12, 0, tzinfo=dt.UTC)
    assert following("weekly", 1, 7, summer) == dt.datetime(2026, 6, 8, 6, 0, tzinfo=dt.UTC)


def test_document_has_comparisons_charts_and_currencies() -> None:
    money = {"name": "total", "title": "Total", "type": "money"}
    figures = {
        "by": [{"name": "status", "title": "Status"}],
        "measures": [money],
        "period": {"beforeFrom": "2026-10-01"},
        "totals": [{"currency": "GBP", "values": [12_000], "before": [10_000]}],
    }
    groups = [
        {"texts": [text], "currency": "GBP", "values": [value], "before": [5_000]}
        for text, value in (("Paid", 7_000), ("Due", 5_000))
    ]
    columns = [
        {"name": "due", "title": "Due date", "type": "date"},
        {"name": "sent", "title": "Sent", "type": "datetime"},
        {"name": "total", "title": "Total", "type": "money", "currency": "currency"},
        {"name": "status", "title": "Status", "type": "select", "options": [{"value": "due", "label": "Still due"}]},
    ]
    row = {"due": "2026-11-30", "sent": "2026-06-01T09:30:00Z", "total": 1_234_50, "currency": "EUR", "status": "due"}
    tiles = [
        {"id": 1, "kind": "number", "title": "Invoiced"},
        {"id": 2, "kind": "chart", "title": "By", "chart": "columns"},
        {"id": 3, "kind": "table", "title": "Rows"},
        {"id": 4, "kind": "number", "title": "Many"},
    ]
    answers: list[dict[str, Any]] = [
        {"id": 1, "state": "ok", "figures": figures | {"groups": []}},
        {"id": 2, "state": "ok", "figures": figures | {"groups": groups}},
        {"id": 3, "state": "ok", "rows": [row], "total": 3, "meta": {"columns": columns}},
        {"id": 4, "state": "ok", "total": 12_345},
    ]
    board = {"title": "Money", "period": "thisMonth"}
    pdf = document.build(board, list(zip(tiles, answers, strict=True)), "Ada", ("Oxford", None), dt.date(2026, 11, 30))
    [text] = [" ".join(" ".join(texts(pdf.render())).split())]
    for expected in (
        "This month",
        "Oxford",
        "£120.00",
        "before: £100.00, +20 %",
        "30/11/26",
        "01/06/26 10:30",
        "€1,234.50",
        "Still due",
        "1 of 3 rows",
        "12,345",
        "Paid",
    ):
        assert expected in text, text
    assert "<svg" in pdf.html()


def test_median_of_no_values_is_not_shown_as_zero() -> None:
    measure = {"name": "median", "title": "Median, h", "type": "decimal"}
    tile = {"kind": "statistic", "chart": "number", "title": "Time to approval"}
    figures: dict[str, Any] = {"by": [], "measures": [measure], "groups": [], "period": None, "totals": []}
    answer = {"id": 1, "state": "ok", "figures": figures}

    def page() -> str:
        day = dt.date(2026, 11, 30)
        return document.build({"title": "Slips", "period": ""}, [(tile, answer)], "Ada", (None, None), day).html()

    assert "<b>–</b>" in page()
    figures["totals"] = [{"currency": None, "values": [3.5], "before": None}]
    assert "<b>3.5</b>" in page()
