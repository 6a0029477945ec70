"""What Alembic runs: the revisions that are due, on the connection that the caller gives."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    # SQLite has transactions around changes of tables; the caller begins one and ends it.
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
