import { describe, expect, it } from 'vitest';
import { baseEnvironment } from './base-environment.ts';

const OURS = {
  PATH: '/bin',
  HOME: '/home/a',
  LANG: 'ru_RU.UTF-8',
  SYSTEMROOT: 'C:\\Windows',
  PATHEXT: '.EXE;.CMD',
  SHELL: '() { :; }; echo no',
  OPENAI_API_KEY: 'sk-x',
  AWS_SECRET_ACCESS_KEY: 'y',
};

describe('the base environment of a server', () => {
  it('holds what a program needs to run, and no key', () => {
    expect(baseEnvironment(OURS, 'linux')).toEqual({ PATH: '/bin', HOME: '/home/a', LANG: 'ru_RU.UTF-8' });
  });

  it('has its own names on Windows', () => {
    expect(baseEnvironment(OURS, 'win32')).toEqual({ PATH: '/bin', SYSTEMROOT: 'C:\\Windows', PATHEXT: '.EXE;.CMD' });
  });
});
