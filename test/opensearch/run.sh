#!/usr/bin/env bash
# Tests against a real cluster of three nodes on this machine: the contract, callers with rights, gateways that are replicas
# (where there are a Redis or Valkey server and a build), 20,000 tools, and the loss of the manager.
#
#   test/opensearch/run.sh            needs Java 17, Maven and curl; says so and ends with 0 where they are not there
#
# Environment: TOOLSCOUT_OPENSEARCH_TOOLS (20000), OPENSEARCH_PORT (9500), OPENSEARCH_HEAP (512m), OPENSEARCH_TESTS (all)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."

# Version 2.19 wants Java 17 and no newer one; it is named for this process only.
java17() {
  local home
  for home in "${JAVA_HOME_17:-}" "${JAVA_HOME:-}" /usr/lib/jvm/*17* /Library/Java/JavaVirtualMachines/*17*/Contents/Home; do
    [ -n "$home" ] && [ -x "$home/bin/java" ] || continue
    if "$home/bin/java" -version 2>&1 | grep -q 'version "17\.'; then echo "$home"; return 0; fi
  done
  return 1
}

skip() { echo "OpenSearch: skipped, $1"; exit 0; }
home=$(java17) || skip 'there is no Java 17 (set JAVA_HOME_17)'
command -v mvn >/dev/null || skip 'there is no Maven'
command -v curl >/dev/null || skip 'there is no curl'
command -v flock >/dev/null || skip 'there is no flock'
export JAVA_HOME=$home

port=${OPENSEARCH_PORT:-9500}
data=$(mktemp -d)
stop() {
  "$here/cluster/stop.sh" "$data" >/dev/null || true
  rm -rf "$data"
}
trap stop EXIT
export OPENSEARCH_HEAP=${OPENSEARCH_HEAP:-512m} OPENSEARCH_WAIT=${OPENSEARCH_WAIT:-600}
# These nodes live for minutes: the compiler's second level would cost more than it brings.
export OPENSEARCH_JAVA=${OPENSEARCH_JAVA:--XX:TieredStopAtLevel=1}
"$here/cluster/start.sh" "$data" "$port" 3

export TOOLSCOUT_OPENSEARCH_URL="http://127.0.0.1:$port,http://127.0.0.1:$((port + 1)),http://127.0.0.1:$((port + 2))"
export TOOLSCOUT_OPENSEARCH_DATA=$data
TOOLSCOUT_REDIS_SERVER=${TOOLSCOUT_REDIS_SERVER:-$(command -v valkey-server || command -v redis-server || true)}
if [ -n "$TOOLSCOUT_REDIS_SERVER" ] && [ -f dist/cli.mjs ]; then export TOOLSCOUT_REDIS_SERVER
else unset TOOLSCOUT_REDIS_SERVER; echo 'Replicas: skipped, they need valkey-server or redis-server, and a build (npm run build)'; fi
# One file after the other, and the loss of a node last: no file is to see another's.
for file in ${OPENSEARCH_TESTS:-contract index command-line tenants replicas scale failover}; do
  npx vitest run --no-file-parallelism "test/opensearch/$file.test.ts"
done
