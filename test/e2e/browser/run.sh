#!/usr/bin/env bash
# Drives the dashboard in Debian's Chromium against a live gateway. Needs the build (npm run build).
# Screenshots of every page go to $TOOLSCOUT_SCREENSHOTS where that names a folder.
set -euo pipefail
cd "$(dirname "$0")/../../.."

find_chromium() { command -v chromium || command -v chromium-browser || command -v google-chrome || true; }

chromium=${TOOLSCOUT_CHROMIUM:-$(find_chromium)}
if [ -z "$chromium" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo 'No Chromium here; installing it.'
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } >/dev/null 2>&1 || true
  chromium=$(find_chromium)
fi
if [ -z "$chromium" ]; then
  echo 'SKIPPED: no Chromium, and it cannot be installed here. Set TOOLSCOUT_CHROMIUM to one.'
  exit 0
fi
if [ ! -f dist/cli.mjs ] || [ ! -f dist/dashboard/index.html ]; then npm run build --silent; fi
TOOLSCOUT_CHROMIUM=$chromium exec node_modules/.bin/node node_modules/vitest/vitest.mjs run --config test/e2e/browser/vitest.config.ts "$@"
