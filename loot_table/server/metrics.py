"""What Prometheus may scrape. No names, no tables, no secrets."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

CHANGES = Counter("loot_changes_total", "Changes of tables that everybody at them could see.")
COMMIT_SECONDS = Histogram(
    "loot_commit_seconds",
    "Until a change is on disk.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1),
)
LIVE_TABLES = Gauge("loot_live_tables", "Tables in memory.")
SOCKETS = Gauge("loot_sockets", "Open sockets.")
REQUESTS = Counter("loot_requests_total", "HTTP requests by status.", ["status"])
BOT_STOPS = Counter("loot_bot_stops_total", "Bots that were stopped because they did not answer in time.", ["bot"])
FAR_ANSWERS = Counter(
    "loot_far_answers_total", "Questions to a pool of bots elsewhere, by what became of them.", ["outcome"]
)
THOUGHTS = Counter("loot_thoughts_total", "Questions that this pool of bots was asked, by outcome.", ["outcome"])
NOTICES = Counter("loot_notices_total", "Notices by the way they go and what became of them.", ["way", "outcome"])
NOTICES_WAITING = Gauge("loot_notices_waiting", "Notices that are to be told.")
REPLICA_AGE = Gauge("loot_replica_age_seconds", "How old the replica is, if there is one.")
BUILD = Gauge("loot_build", "Always 1; which release this is, and the name of the server.", ["version", "name"])
REQUEST_SECONDS = Histogram(
    "loot_request_seconds",
    "Until an HTTP request is answered.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
LOOP_LAG = Histogram(
    "loot_loop_lag_seconds",
    "How late the event loop came to something that was due.",
    buckets=(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
TABLES = Gauge("loot_tables", "Tables in the database by phase.", ["phase"])
TABLES_ASIDE = Gauge("loot_tables_aside", "Tables in memory that this release cannot read (LT-13).")
BOTS_WAITING = Gauge("loot_bots_waiting", "Bots' decisions that wait for a process to think in.")
DATABASE_UP = Gauge("loot_database_up", "1 if the database answered when it was last asked.")
DATABASE_SECONDS = Gauge("loot_database_seconds", "How long the database took to answer when it was last asked.")
DISK_FREE = Gauge("loot_disk_free_bytes", "Free on the disk where the database lies, if it is a file.")
BACKUPS = Counter("loot_backups_total", "Scheduled backups by what became of them.", ["outcome"])
BACKUP_AT = Gauge("loot_backup_last_good_timestamp_seconds", "When the last good scheduled backup was made; 0: none.")
BACKUP_BYTES = Gauge("loot_backup_last_good_bytes", "How large the last good scheduled backup is.")
BACKUP_SECONDS = Gauge("loot_backup_seconds", "How long the last scheduled backup took.")
RESTART_AT = Gauge("loot_restart_announced_timestamp_seconds", "For when a restart is announced; 0: for no time.")
OPERATOR_SIGN_INS = Counter("loot_operator_sign_ins_total", "Operators' keys by whether they opened.", ["outcome"])
OPERATOR_ACTS = Counter("loot_operator_acts_total", "What operators have done.", ["act"])
NODES = Gauge("loot_nodes", "Servers that live on the same database, as this one knows them.")
