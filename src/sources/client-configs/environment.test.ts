import { describe, expect, it } from 'vitest';
import { resolvePath, samePath, shortPath, variableOf } from './environment.ts';
import { LINUX, MAC, WINDOWS } from './test-environments.ts';

describe('variableOf', () => {
  it('does not tell case apart on Windows, and does elsewhere', () => {
    expect(variableOf({ ...WINDOWS, env: { Path: 'C:\\bin' } }, 'PATH')).toBe('C:\\bin');
    expect(variableOf({ ...LINUX, env: { Path: '/bin' } }, 'PATH')).toBeUndefined();
  });

  it('is not fooled by members that every object has', () => {
    expect(variableOf(LINUX, 'constructor')).toBeUndefined();
  });
});

describe('resolvePath', () => {
  it('knows the home folder, relative and absolute paths of each system', () => {
    expect(resolvePath('~/.cursor/mcp.json', '/etc', LINUX)).toBe('/home/ada/.cursor/mcp.json');
    expect(resolvePath('../b', '/x/a', LINUX)).toBe('/x/b');
    expect(resolvePath('~/.cursor/mcp.json', 'D:\\x', WINDOWS)).toBe('C:\\Users\\Ada\\.cursor\\mcp.json');
    expect(resolvePath('..\\b', 'D:\\x\\a', WINDOWS)).toBe('D:\\x\\b');
    expect(resolvePath('E:\\y', 'D:\\x', WINDOWS)).toBe('E:\\y');
  });

  it('takes a name that merely starts with a tilde as a name', () => {
    expect(resolvePath('~backup', '/x', LINUX)).toBe('/x/~backup');
  });
});

describe('shortPath', () => {
  it('shortens inside the folder first, then inside the home folder', () => {
    expect(shortPath('/home/ada/app/.mcp.json', '/home/ada/app', LINUX)).toBe('.mcp.json');
    expect(shortPath('/home/ada/.claude.json', '/home/ada/app', LINUX)).toBe('~/.claude.json');
    expect(shortPath('/opt/x.json', '/home/ada/app', LINUX)).toBe('/opt/x.json');
    expect(shortPath('C:\\Users\\Ada\\.cursor\\mcp.json', 'D:\\code\\app', WINDOWS)).toBe('~/.cursor/mcp.json');
    expect(shortPath('E:\\x.json', 'D:\\code\\app', WINDOWS)).toBe('E:\\x.json');
  });
});

describe('samePath', () => {
  it('ignores case only where the system does', () => {
    expect(samePath('D:\\Code\\App', 'd:/code/app', WINDOWS)).toBe(true);
    expect(samePath('/Users/Ada', '/users/ada', MAC)).toBe(true);
    expect(samePath('/home/Ada', '/home/ada', LINUX)).toBe(false);
  });
});
