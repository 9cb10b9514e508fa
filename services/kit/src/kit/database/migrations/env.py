"""The environment every service's migrations run in; `kit.database.migrate` hands over connection and tables."""

from alembic import context

_attributes = context.config.attributes

context.configure(
    connection=_attributes["connection"],
    target_metadata=_attributes["metadata"],
    compare_type=True,
)
with context.begin_transaction():
    # A migration that cannot get its lock gives up rather than hold up every request behind it.
    context.execute("set local lock_timeout = '10s'")
    context.run_migrations()
