#!/bin/bash
# Runs once, when the primary is created: a role and a rule for the standby.
set -euo pipefail
# There is no standby yet that a commit could wait for.
export PGOPTIONS='-c synchronous_commit=local'
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --set password="$REPLICATION_PASSWORD" <<'SQL'
create role replication with replication login password :'password';
SQL
echo 'host replication replication samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
