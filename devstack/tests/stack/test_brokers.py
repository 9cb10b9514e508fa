"""Accounts of NATS and Valkey: real servers with the files that `make up` writes for them."""

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import nats
import pytest
from nats.aio.client import Client
from nats.errors import NoRespondersError
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy
from redis import Redis
from redis.exceptions import AuthenticationError, NoPermissionError

from devstack.layout import READS, SERVICES
from devstack.stack import brokers
from devstack.stack.components import BIN, valkey_server
from kit import jobs
from kit.events import streams
from kit.processes.web import service_of
from kit.settings import settings
from staffroom_testing.components import free_port

PASSWORDS = {name: f"{name}-secret" for name in SERVICES}
QUOTED = {name: f'"{password}"' for name, password in PASSWORDS.items()}


def _await(port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"nothing listens on {port}")


@pytest.fixture(scope="module")
def ports(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, int]]:
    """The ports of a NATS and a Valkey server with the accounts."""
    folder = tmp_path_factory.mktemp("brokers")
    ports = {"nats": free_port(), "valkey": free_port()}
    conf, acl = folder / "nats.conf", folder / "valkey.acl"
    conf.write_text(
        f'host: 127.0.0.1\nport: {ports["nats"]}\njetstream {{ store_dir: "{folder}" }}\n'
        + brokers.nats_authorization(QUOTED)
    )
    acl.write_text(brokers.valkey_accounts(PASSWORDS))
    commands = (
        [str(BIN / "nats-server"), "-c", str(conf)],
        [
            str(valkey_server()),
            "--port",
            str(ports["valkey"]),
            "--bind",
            "127.0.0.1",
            "--dir",
            str(folder),
            "--save",
            "",
            "--aclfile",
            str(acl),
        ],
    )
    processes = [subprocess.Popen(command, stdout=sys.stderr, stderr=sys.stderr) for command in commands]
    for port in ports.values():
        _await(port)
    yield ports
    for process in processes:
        process.terminate()
        process.wait(20)


def _redis(ports: dict[str, int], service: str) -> Redis:
    url = f"redis://{service}:{PASSWORDS[service]}@127.0.0.1:{ports['valkey']}/0"
    return Redis.from_url(url, decode_responses=True)


async def _client(ports: dict[str, int], service: str, monkeypatch: pytest.MonkeyPatch) -> Client:
    url = f"nats://{service}:{PASSWORDS[service]}@127.0.0.1:{ports['nats']}"
    monkeypatch.setattr(settings(), "nats_url", url)
    return await streams.connect(service)


def test_declared_reads_equal_subscriptions() -> None:
    for name in SERVICES:
        publishers = {subscription.event.service for subscription in service_of(name).subscriptions}
        assert set(READS[name]) == publishers - {name}, name
        assert all(event.service == name for event in service_of(name).events)


def test_service_publishes_its_own_events_and_others_read_them(
    ports: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        identity = await _client(ports, "identity", monkeypatch)
        people = await _client(ports, "people", monkeypatch)
        own, other = identity.jetstream(timeout=5), people.jetstream(timeout=5)
        stream = await streams.ensure_stream(own, "identity")
        assert await streams.ensure_stream(other, "identity") == stream
        headers = {"Nats-Msg-Id": "1"}
        await own.publish("identity.user.changed", b"{}", stream=stream, headers=headers)
        assert (await own.get_msg(stream, 1)).data == b"{}"
        config = ConsumerConfig(
            deliver_policy=DeliverPolicy.ALL, filter_subjects=["identity.user.changed"], ack_policy=AckPolicy.NONE
        )
        consumer = (await other.add_consumer(stream, config)).name
        pull = await other.pull_subscribe_bind(consumer=consumer, stream=stream)
        assert [message.data for message in await pull.fetch(1, timeout=10)] == [b"{}"]
        await other.consumer_info(stream, consumer)
        await identity.close()
        await people.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    "subject", ["identity.user.changed", "finance.invoice.changed", "people_.x", "$SYS.REQ.SERVER.PING"]
)
def test_no_service_publishes_events_of_another(
    ports: dict[str, int], subject: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        identity = await _client(ports, "identity", monkeypatch)
        stream = await streams.ensure_stream(identity.jetstream(timeout=5), "identity")
        before = (await identity.jetstream().stream_info(stream)).state.messages
        people = await _client(ports, "people", monkeypatch)
        refusal: asyncio.Future[Exception] = asyncio.get_running_loop().create_future()

        async def hear(error: Exception) -> None:
            refusal.set_result(error)

        people._error_cb = hear
        await people.publish(subject, b"forged")
        assert "permissions violation" in str(await asyncio.wait_for(refusal, 30)).lower()

        async def ignore(_: Exception) -> None:
            """The server refuses the calls below too."""

        people._error_cb = ignore
        assert (await identity.jetstream().stream_info(stream)).state.messages == before
        for call in ("DELETE", "PURGE", "UPDATE"):
            with pytest.raises((TimeoutError, NoRespondersError, nats.errors.TimeoutError)):
                await people.request(f"$JS.API.STREAM.{call}.{stream}", b"{}", timeout=0.5)
        await identity.close()
        await people.close()

    asyncio.run(run())


def test_callers_without_account_are_refused(ports: dict[str, int]) -> None:
    async def run() -> None:
        with pytest.raises(nats.errors.Error):
            await nats.connect(f"nats://127.0.0.1:{ports['nats']}", allow_reconnect=False, connect_timeout=5)

    asyncio.run(run())
    with pytest.raises(AuthenticationError):
        Redis(port=ports["valkey"]).ping()
    with pytest.raises(AuthenticationError):
        Redis.from_url(f"redis://people:wrong@127.0.0.1:{ports['valkey']}/0").ping()


def test_service_reaches_only_its_own_jobs(ports: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    queues: dict[str, str] = {}
    for name in ("people", "finance"):
        url = f"redis://{name}:{PASSWORDS[name]}@127.0.0.1:{ports['valkey']}/0"
        monkeypatch.setattr(settings(), "redis_url", url)
        jobs.celery_app.cache_clear()
        app = jobs.celery_app(name)
        with app.connection_for_write() as connection:
            queue = connection.SimpleQueue(name)
            queue.put({"job": name})
            assert queue.get(timeout=20).payload == {"job": name}
            queue.put({"job": name})
        queues[name] = f"celery:{name}:{name}"
    jobs.celery_app.cache_clear()
    finance = _redis(ports, "finance")
    assert finance.llen(queues["finance"]) >= 1
    for command in (
        lambda: finance.lrange(queues["people"], 0, -1),
        lambda: finance.lpush(queues["people"], "forged"),
        lambda: finance.delete(queues["people"]),
        lambda: finance.get("identity:tries:user:1"),
        lambda: finance.get("notification-ticket:1"),
        lambda: finance.set("revoked:1", "1"),
        lambda: finance.publish("sessions:revoked", "1"),
        finance.flushall,
        lambda: finance.keys("*"),
        lambda: finance.config_get("*"),
        finance.acl_list,
    ):
        with pytest.raises(NoPermissionError):
            command()


def test_all_services_hear_of_ended_sessions(ports: dict[str, int]) -> None:
    identity, files = _redis(ports, "identity"), _redis(ports, "files")
    with files.pubsub(ignore_subscribe_messages=True) as channel:  # type: ignore[no-untyped-call]
        channel.subscribe("sessions:revoked")
        channel.get_message(timeout=5)
        identity.set("revoked:abc", "1", ex=60)
        identity.publish("sessions:revoked", "abc")
        assert list(files.scan_iter(match="revoked:*")) == ["revoked:abc"]
        deadline = time.monotonic() + 20
        while (message := channel.get_message(timeout=1)) is None:
            assert time.monotonic() < deadline
        assert message["data"] == "abc"
