import { homedir } from 'node:os';
import path from 'node:path';

/** What the code may know of the machine it runs on; passed in, so that a test can be any machine. */
export interface HostEnvironment {
  readonly platform: NodeJS.Platform;
  /** Home folder of the user, absolute. */
  readonly home: string;
  /** Working folder, absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The environment of this process. */
export function processEnvironment(): HostEnvironment {
  return { platform: process.platform, home: homedir(), cwd: process.cwd(), env: process.env };
}

/** Path functions of the environment's own system, whatever system this code runs on. */
export function pathsOf(environment: HostEnvironment): path.PlatformPath {
  return environment.platform === 'win32' ? path.win32 : path.posix;
}

/** Value of an environment variable. Windows does not tell `Path` from `PATH`. */
export function variableOf(environment: HostEnvironment, name: string): string | undefined {
  if (Object.hasOwn(environment.env, name)) return environment.env[name];
  if (environment.platform !== 'win32') return undefined;
  const upper = name.toUpperCase();
  const key = Object.keys(environment.env).find((candidate) => candidate.toUpperCase() === upper);
  return key === undefined ? undefined : environment.env[key];
}

/** `~` and `~/x` in the home folder, everything else relative to `folder`; absolute paths stay. */
export function resolvePath(written: string, folder: string, environment: HostEnvironment): string {
  const paths = pathsOf(environment);
  const inHome = /^~(?:[/\\]|$)/.test(written);
  return inHome ? paths.join(environment.home, written.slice(1)) : paths.resolve(folder, written);
}

/** Are these the same file? Windows and macOS do not tell case apart. */
export function samePath(left: string, right: string, environment: HostEnvironment): boolean {
  const paths = pathsOf(environment);
  const caseless = environment.platform === 'win32' || environment.platform === 'darwin';
  const [a, b] = [paths.normalize(left), paths.normalize(right)];
  return caseless ? a.toLowerCase() === b.toLowerCase() : a === b;
}

/**
 * The path as a person or a config file should see it: relative inside `folder`, `~/…` inside the home folder, with
 * forward slashes where the path was shortened.
 */
export function shortPath(absolute: string, folder: string, environment: HostEnvironment): string {
  const paths = pathsOf(environment);
  for (const [base, prefix] of [
    [folder, ''],
    [environment.home, '~/'],
  ] as const) {
    const relative = paths.relative(base, absolute);
    if (relative !== '' && !relative.startsWith('..') && !paths.isAbsolute(relative)) {
      return prefix + relative.replaceAll(paths.sep, '/');
    }
  }
  return absolute;
}

/** Where programs keep per-user settings: `%APPDATA%`, `~/Library/Application Support`, `$XDG_CONFIG_HOME`. */
export function userConfigFolder(environment: HostEnvironment): string {
  const paths = pathsOf(environment);
  if (environment.platform === 'win32') {
    return variableOf(environment, 'APPDATA') || paths.join(environment.home, 'AppData', 'Roaming');
  }
  if (environment.platform === 'darwin') return paths.join(environment.home, 'Library', 'Application Support');
  return xdgConfigFolder(environment);
}

/** `$XDG_CONFIG_HOME` or `~/.config`; some programs use it on every system. */
export function xdgConfigFolder(environment: HostEnvironment): string {
  return variableOf(environment, 'XDG_CONFIG_HOME') || pathsOf(environment).join(environment.home, '.config');
}
