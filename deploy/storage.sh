#!/bin/sh
# Starts one object storage server with one key. Replace it by your own S3 server for a real cluster.
set -eu
umask 077
cat > /tmp/s3.json <<CONFIG
{"identities": [{"name": "taskdeck", "credentials": [{"accessKey": "taskdeck", "secretKey": "$STORAGE_SECRET"}], "actions": ["Admin", "Read", "Write", "List", "Tagging"]}]}
CONFIG
exec weed server -dir=/data -ip=storage -ip.bind=0.0.0.0 -s3 -s3.config=/tmp/s3.json
