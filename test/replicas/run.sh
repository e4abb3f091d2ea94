#!/usr/bin/env bash
# Two gateways as one, over each Redis or Valkey server on this machine: the contract of the store, and the gateway suite.
#
#   test/replicas/run.sh      installs Debian's redis-server where it may; says so and ends with 0 where there is none
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

servers() { for name in valkey-server redis-server; do command -v "$name" || true; done; }
if [ -z "$(servers)" ] && command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]; then
  export DEBIAN_FRONTEND=noninteractive
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends redis-server; } >/dev/null 2>&1 || true
fi
[ -n "$(servers)" ] || { echo 'Replicas: skipped, there is neither valkey-server nor redis-server'; exit 0; }
[ -f dist/cli.mjs ] || { echo 'Replicas: skipped, there is no build (npm run build)'; exit 0; }

for server in $(servers); do
  "$server" --version
  TOOLSCOUT_REDIS_SERVER=$server npx vitest run --no-file-parallelism src/backends/redis test/replicas
done
