"""The schema of the first release: one campaign in the SQLite of its folder."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "campaign",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("schema", sa.Integer, nullable=False),
        sa.Column("configuration", sa.Text, nullable=False),
        sa.Column("config_digest", sa.String(16), nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("lanes", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
    )
    op.create_table(
        "runs",
        sa.Column("run", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("method", sa.String, nullable=False),
        sa.Column("run_seed", sa.BigInteger, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("busy", sa.Float, nullable=False),
    )
    op.create_table(
        "tests",
        sa.Column("index", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("run", sa.Integer, nullable=False),
        sa.Column("method", sa.String, nullable=False),
        sa.Column("variant", sa.Integer, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("seed", sa.String, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
    )
    op.create_table(
        "outcomes",
        sa.Column("test", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("target", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("verdict", sa.String, nullable=False),
    )
    op.create_table(
        "findings",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("test", sa.Integer, nullable=False),
        sa.Column("target", sa.String, nullable=False),
        sa.Column("method", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("signature", sa.Text, nullable=False),
        sa.Column("reliability", sa.String, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("body", sa.String(32), nullable=False),
        sa.Column("evidence", sa.Text, nullable=False),
    )
    op.create_table(
        "defects",
        sa.Column("test", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("case", sa.String(32), nullable=False),
    )
    op.create_table(
        "unsteady",
        sa.Column("digest", sa.String(16), primary_key=True),
        sa.Column("target", sa.String, primary_key=True),
        sa.Column("seed", sa.String, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )
    op.create_table(
        "health",
        sa.Column("target", sa.String, primary_key=True),
        sa.Column("runs", sa.Integer, nullable=False),
        sa.Column("crashes", sa.Integer, nullable=False),
        sa.Column("timeouts", sa.Integer, nullable=False),
        sa.Column("restarts", sa.Integer, nullable=False),
        sa.Column("busy", sa.Float, nullable=False),
        sa.Column("version", sa.String, nullable=False),
    )
