/**
 * What programs print around the reason of their end: stack frames, source excerpts, dumped properties, hints where
 * more can be read. None of it tells a person why the program ended.
 */
const NOISE: readonly RegExp[] = [
  // Node: version, stack, the excerpt with its mark, the properties of the error.
  /^Node\.js v\d/,
  /^\s+at\s/,
  /^[\s^~]+$/,
  /^node:internal\//,
  /^(?:file:\/\/)?\S*[/\\]\S+:\d+$/,
  /^\s+throw\s/,
  /^Require stack:/,
  /^- \S+$/,
  /^\s+(?:code|errno|syscall|path|url|type|spawnargs|requireStack|address|port): /,
  /^[\s{}[\]();,]+$/,
  /^\(node:\d+\) |^\(Use `node /,
  // npm: fields of the report, empty lines of it, and where the rest is.
  /^npm (?:notice|warn|WARN)\b/,
  /^npm (?:error|ERR!)(?:\s+\d+)?\s*$/,
  /^npm (?:error|ERR!)\s+(?:code|errno|syscall|path|dest|command|signal)\s/,
  /^npm (?:error|ERR!)\s+(?:A complete log of this run|Log files were not written|\s+\S+[/\\]_logs[/\\])/,
  // Python, Go, Rust.
  /^Traceback \(most recent call last\)/,
  /^\s+File ".*", line \d+/,
  /^goroutine \d+ \[|^\t\S+\.go:\d+|^exit status \d+$/,
  /^note: run with `RUST_BACKTRACE/,
];

const ERRORS: readonly RegExp[] = [
  /^npm (?:error|ERR!)\s/,
  // "TypeError: …", "Error [ERR_X]: …", "java.lang.IllegalStateException: …"
  /(?:^|[\s([])[\w.$]*(?:Error|Exception)(?:\s*\[\w+\])?:\s*\S/,
  /(?:^|[\s:|[\]])(?:error|fatal|panic|critical)(?:\[\w+\])?\]?:\s*\S/i,
  /\bpanicked at\b/,
  /: (?:command )?not found$|No such file or directory$|Permission denied$/i,
];

/** An older error was survived; only this many of the last telling lines can be about the end. */
const LAST_LINES = 12;

/**
 * The line of a program's last output that most likely says why it ended: the first that looks like an error, since
 * what follows one explains it; else the last that is no noise.
 */
export function tellingLine(lines: readonly string[]): string | undefined {
  const telling = lines.filter((line) => !NOISE.some((pattern) => pattern.test(line))).slice(-LAST_LINES);
  return telling.find((line) => ERRORS.some((pattern) => pattern.test(line))) ?? telling.at(-1) ?? lines.at(-1);
}
