#!/usr/bin/env bash
# A cluster of one node on this machine against the index on disk, over one catalogue: load, searches, memory, disk.
#
#   benchmarks/cluster/run.sh CATALOG FOLDER [MINUTES] [RESULT]     as much as the minutes give (60); RESULT is a JSON file
#
# Broken off or killed, the same command goes on: FOLDER holds the node's data and what was done. Needs Java 17 and Maven.
# Environment: OPENSEARCH_HEAP (3g), OPENSEARCH_PORT (9700), OPENSEARCH_NODES (1), OPENSEARCH_NICE (10)
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,/^set /{/^#/s/^# \{0,1\}//p}' "$0" >&2; exit 2; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cluster=$here/../../test/opensearch/cluster
mkdir -p "$2"
folder=$(cd "$2" && pwd)
port=${OPENSEARCH_PORT:-9700}
nodes=${OPENSEARCH_NODES:-1}
export OPENSEARCH_HEAP=${OPENSEARCH_HEAP:-3g} OPENSEARCH_WAIT=${OPENSEARCH_WAIT:-600}
# Larger segments, so that fewer graphs are built twice.
export OPENSEARCH_OPTS=${OPENSEARCH_OPTS:--Eindices.memory.index_buffer_size=25%}
trap '"$cluster/stop.sh" "$folder/data" >/dev/null || true' EXIT
"$cluster/start.sh" "$folder/data" "$port" "$nodes"
urls=
for ((i = 0; i < nodes; i++)); do urls+=${urls:+,}http://127.0.0.1:$((port + i)); done
TOOLSCOUT_OPENSEARCH_URL=$urls nice -n "${OPENSEARCH_NICE:-10}" node "$here/run.ts" "$1" --out "$folder" \
  --minutes "${3:-60}" ${4:+--json "$4"}
