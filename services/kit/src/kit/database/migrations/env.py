"""The environment every service's migrations run in; `kit.database.migrate` passes the connection and the tables."""

from alembic import context

_attributes = context.config.attributes

context.configure(
    connection=_attributes["connection"],
    target_metadata=_attributes["metadata"],
    compare_type=True,
)
with context.begin_transaction():
    # A migration that cannot get its lock fails instead of blocking every request behind it.
    context.execute("set local lock_timeout = '10s'")
    context.run_migrations()
