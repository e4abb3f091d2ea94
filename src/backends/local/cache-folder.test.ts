import { describe, expect, it } from 'vitest';
import { cacheFolder } from './cache-folder.ts';

describe('cacheFolder', () => {
  it.each([
    ['linux', '/home/a', {}, '/home/a/.cache/toolscout'],
    ['linux', '/home/a', { XDG_CACHE_HOME: '/var/c' }, '/var/c/toolscout'],
    ['linux', '/home/a', { XDG_CACHE_HOME: 'relative' }, '/home/a/.cache/toolscout'],
    ['darwin', '/Users/a', { XDG_CACHE_HOME: '/ignored' }, '/Users/a/Library/Caches/toolscout'],
    ['win32', 'C:\\Users\\a', { LOCALAPPDATA: 'D:\\Local' }, 'D:\\Local\\toolscout\\Cache'],
    ['win32', 'C:\\Users\\a', {}, 'C:\\Users\\a\\AppData\\Local\\toolscout\\Cache'],
    ['linux', '/home/a', { TOOLSCOUT_CACHE: '/mine' }, '/mine'],
    ['linux', '/home/a', { TOOLSCOUT_CACHE: 'off' }, undefined],
  ] as const)('on %s in %s with %j is %s', (platform, home, env, expected) => {
    expect(cacheFolder({ platform, home, env })).toBe(expected);
  });
});
