import type { HostEnvironment } from './environment.ts';
import type { TextReader } from './expand.ts';

/** Invented machines for tests: every path follows from these, never from the machine that runs the test. */
export const LINUX: HostEnvironment = { platform: 'linux', home: '/home/ada', cwd: '/home/ada/app', env: {} };
export const MAC: HostEnvironment = { platform: 'darwin', home: '/Users/ada', cwd: '/Users/ada/app', env: {} };
export const WINDOWS: HostEnvironment = {
  platform: 'win32',
  home: 'C:\\Users\\Ada',
  cwd: 'D:\\code\\app',
  env: { APPDATA: 'C:\\Users\\Ada\\AppData\\Roaming' },
};

/** A file system of a few texts; everything else does not exist. */
export function filesOf(files: Readonly<Record<string, string>>): TextReader {
  return async (path) => {
    const text = files[path];
    if (text === undefined) throw Object.assign(new Error(`ENOENT: no such file, open '${path}'`), { code: 'ENOENT' });
    return text;
  };
}
