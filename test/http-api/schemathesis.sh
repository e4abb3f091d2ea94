#!/usr/bin/env bash
# Requests made up from our own OpenAPI description, against a live gateway over real servers. Needs python3 with venv, and
# pip that reaches a package index; without them it says so and ends with 0. SCHEMATHESIS names one that is installed already.
# Usage: bash test/http-api/schemathesis.sh [options of "schemathesis run"]
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
gateway=
finish() {
  [ -n "$gateway" ] && kill "$gateway" 2>/dev/null && wait "$gateway" 2>/dev/null
  rm -rf "$work"
}
trap finish EXIT

tool=${SCHEMATHESIS:-}
if [ -z "$tool" ]; then
  if ! python3 -m venv "$work/venv" 2>/dev/null || ! "$work/venv/bin/pip" install --quiet 'schemathesis>=4.32,<5' 2>"$work/pip"; then
    echo 'skipped: schemathesis cannot be installed here'
    exit 0
  fi
  tool=$work/venv/bin/schemathesis
fi

cat >"$work/toolscout.json" <<JSON
{
  "mcpServers": {
    "memory": {
      "command": "node",
      "args": ["$PWD/node_modules/@modelcontextprotocol/server-memory/dist/index.js"],
      "env": { "MEMORY_FILE_PATH": "$work/memory.json" }
    },
    "everything": { "command": "node", "args": ["$PWD/node_modules/@modelcontextprotocol/server-everything/dist/index.js"] }
  },
  "search": { "deep": false },
  "dashboard": { "enabled": false },
  "approvals": {
    "rules": [{ "id": "memory/delete_*", "decide": "deny" }, { "id": "memory/open_nodes", "decide": "prompt" }],
    "timeoutMs": 1000,
    "folder": "$work/approvals"
  }
}
JSON
node dist/cli.mjs serve --config "$work/toolscout.json" --http 0 2>"$work/log" &
gateway=$!
for _ in $(seq 600); do
  grep -q 'tools from' "$work/log" && break
  kill -0 "$gateway" 2>/dev/null || { cat "$work/log"; exit 1; }
  sleep 0.1
done
url=$(grep -o 'http://[^ ]*/mcp' "$work/log")
# How fast it makes requests up says something of the machine, and nothing of us.
"$tool" run "${url%/mcp}/v1/openapi.json" --continue-on-failure --suppress-health-check too_slow --no-color "$@"
