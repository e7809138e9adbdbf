#!/bin/bash
# PostgreSQL's archive_command = '/usr/local/bin/archive-wal.sh %p /mnt/archive': copies a finished part of its log into a folder of another
# disk or machine (docs/backup.md). A part that is there already counts only if it is the same.
set -euo pipefail
part=$1
target=$2/$(basename "$part")
if cmp --silent "$part" "$target"; then exit 0; fi
if [ -e "$target" ]; then
  echo "$target is there with other contents: another server archives to the same folder" >&2
  exit 1
fi
# Incomplete copies have another name.
cp "$part" "$target.unfinished"
sync "$target.unfinished"
mv "$target.unfinished" "$target"
sync "$2"
