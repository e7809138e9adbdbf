#!/bin/bash
# Copies the primary at the first start, then follows it. Promote it with: select pg_promote()
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chown -R postgres "$(dirname "$PGDATA")"
  export PGPASSWORD="$REPLICATION_PASSWORD"
  until gosu postgres pg_basebackup --host "$PRIMARY" --username replication --pgdata "$PGDATA" \
    --write-recovery-conf --wal-method stream --checkpoint fast; do
    echo 'Waiting for the primary.' >&2
    sleep 1
  done
  chmod 700 "$PGDATA"
fi
exec docker-entrypoint.sh postgres -c synchronous_commit=on -c 'synchronous_standby_names=ANY 1 (*)' \
  -c wal_retrieve_retry_interval=500ms
