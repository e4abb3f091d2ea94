#!/usr/bin/env bash
# Starts an OpenSearch cluster on loopback and waits until every node has joined.
#
#   start.sh DATA_DIR HTTP_PORT [NODES]        (NODES: 1 to 9, 1 unless told)
#
# Node i answers HTTP on HTTP_PORT+i and talks to its peers on HTTP_PORT+100+i.
# Each node keeps all that it writes in DATA_DIR/node-i, and its pid in DATA_DIR/node-i.pid.
# Calling it again with the same arguments starts only the nodes that are not running;
# with a larger NODES it adds nodes to the running cluster.
#
# Environment:
#   OPENSEARCH_HEAP   heap of each node (512m)
#   OPENSEARCH_CACHE  where the assembled home folder is kept (~/.cache/toolscout-opensearch)
#   OPENSEARCH_WAIT   seconds to wait for the cluster (180)
#   OPENSEARCH_NICE   niceness of the nodes and of the build (10)
#   OPENSEARCH_JAVA   further options of the Java machine, such as -XX:TieredStopAtLevel=1 for nodes that live for minutes
#   OPENSEARCH_OPTS   further -Ename=value settings for every node
set -euo pipefail

usage() { sed -n '2,/^set /{/^#/s/^# \{0,1\}//p}' "$0" >&2; exit 2; }
[ $# -ge 2 ] && [ $# -le 3 ] || usage
case "$2${3:-1}" in *[!0-9]*) usage ;; esac

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$1"
data=$(cd "$1" && pwd)
port=$2
nodes=${3:-1}
[ "$nodes" -ge 1 ] && [ "$nodes" -le 9 ] || usage
heap=${OPENSEARCH_HEAP:-512m}
wait_s=${OPENSEARCH_WAIT:-180}
niceness=${OPENSEARCH_NICE:-10}
cache=${OPENSEARCH_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/toolscout-opensearch}
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

# Assemble the home folder once for each content of this recipe, never inside the recipe's own folder.
recipe=$(cd "$here" && find pom.xml src home -type f | LC_ALL=C sort | xargs cat | sha256sum | cut -c1-16)
home=$cache/$recipe/opensearch
mkdir -p "$cache/$recipe"
(
  flock 9
  if [ ! -e "$cache/$recipe/ready" ]; then
    echo "assembling OpenSearch from Maven artifacts ..." >&2
    nice -n "$niceness" mvn -q -B -f "$here/pom.xml" -Dbuild.dir="$cache/$recipe" package >&2
    touch "$cache/$recipe/ready"
  fi
) 9>"$cache/$recipe/lock"

running() { # pid file -> true if that pid is a node of this data folder
  [ -s "$1" ] && [ -r "/proc/$(cat "$1")/cmdline" ] &&
    { tr '\0' ' ' <"/proc/$(cat "$1")/cmdline" | grep -qF -- "-Epath.data=$data/"; } 2>/dev/null
}

# With JNA's native part the server refuses to run as root. Without it, it goes without mlockall,
# seccomp and rlimit checks, which a node on loopback does not need.
jna=(-Djna.nosys=true)
[ "$(id -u)" -ne 0 ] || jna+=(-Djna.nounpack=true)

seeds=
for ((i = 0; i < nodes; i++)); do seeds+=${seeds:+,}127.0.0.1:$((port + 100 + i)); done

for ((i = 0; i < nodes; i++)); do
  name=node-$i
  ! running "$data/$name.pid" || continue
  # A config folder of its own for each node: the server writes a keystore into it when it first
  # starts, and two nodes that do so at once in one folder fail.
  mkdir -p "$data/$name/config" "$data/$name/data" "$data/$name/logs" "$data/$name/tmp"
  cp "$home"/config/* "$data/$name/config/"
  first=()
  # Only the first node, and only with an empty data folder, may found a cluster: no split brain.
  if [ "$i" -eq 0 ] && [ -z "$(ls -A "$data/$name/data")" ]; then
    first=(-Ecluster.initial_cluster_manager_nodes="$name")
  fi
  # shellcheck disable=SC2086
  nohup nice -n "$niceness" "$java" \
    -Xms"$heap" -Xmx"$heap" -XX:+UseG1GC -XX:+ExitOnOutOfMemoryError ${OPENSEARCH_JAVA:-} \
    -Djava.security.manager=allow -Djava.awt.headless=true -Dfile.encoding=UTF-8 \
    -Djava.io.tmpdir="$data/$name/tmp" -XX:ErrorFile="$data/$name/logs/hs_err.log" \
    -Dlog4j2.disable.jmx=true "${jna[@]}" \
    -Dopensearch.path.home="$home" -Dopensearch.path.conf="$data/$name/config" \
    -Dopensearch.distribution.type=tar -Dopensearch.bundled_jdk=false \
    -cp "$home/lib/*" org.opensearch.bootstrap.OpenSearch \
    -Epath.data="$data/$name/data" -Epath.logs="$data/$name/logs" -Enode.name="$name" \
    -Ehttp.port=$((port + i)) -Etransport.port=$((port + 100 + i)) \
    -Ediscovery.seed_hosts="$seeds" "${first[@]}" ${OPENSEARCH_OPTS:-} \
    >>"$data/$name/logs/console.log" 2>&1 </dev/null 9>&- &
  echo $! >"$data/$name.pid"
  disown
done

deadline=$((SECONDS + wait_s))
for ((i = 0; i < nodes; i++)); do
  url="http://127.0.0.1:$((port + i))/_cluster/health?wait_for_nodes=%3E%3D$nodes&timeout=2s"
  until curl -fsS --max-time 5 "$url" 2>/dev/null | grep -q '"timed_out":false'; do
    if ! running "$data/node-$i.pid" || [ $SECONDS -ge $deadline ]; then
      echo "node-$i did not come up; the end of its log:" >&2
      tail -n 30 "$data/node-$i/logs/console.log" >&2
      exit 1
    fi
    sleep 0.3
  done
done
for ((i = 0; i < nodes; i++)); do
  echo "node-$i pid $(cat "$data/node-$i.pid") http://127.0.0.1:$((port + i))"
done
