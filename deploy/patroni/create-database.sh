#!/bin/bash
# Patroni runs this once, when the first server is created: the role and the database of Taskdeck.
set -euo pipefail
psql "$1" --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" <<'SQL'
create role taskdeck login password :'password';
create database taskdeck owner taskdeck;
SQL
