/**
 * What every child needs to run at all: where programs and the home directory are, who the user is, which encoding
 * and temporary folder to use. Everything else of our environment (keys of other services above all) stays with us.
 */
const POSIX_NAMES = [
  'HOME',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'LOGNAME',
  'PATH',
  'SHELL',
  'TERM',
  'TMPDIR',
  'USER',
] as const;

/** Without SYSTEMROOT no Windows program can open a socket; COMSPEC and PATHEXT are how `.cmd` shims are found. */
const WINDOWS_NAMES = [
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
] as const;

/** The minimal environment that a server process inherits; the configured variables are added to it. */
export function baseEnvironment(
  source: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of platform === 'win32' ? WINDOWS_NAMES : POSIX_NAMES) {
    const value = source[name];
    // Bash exports functions as variables that start with "()": code, not a setting.
    if (value !== undefined && !value.startsWith('()')) environment[name] = value;
  }
  return environment;
}
