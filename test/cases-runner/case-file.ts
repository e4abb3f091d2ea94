import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type Json } from './json.ts';

/** What is done: an operation and its own fields. */
export interface Action extends Json {
  readonly op: string;
}

/** What must hold: a check and its own fields. */
export interface Check extends Json {
  readonly check: string;
}

/** One case as its file states it, generators not expanded yet. */
export interface Case {
  readonly id: string;
  readonly theme: string;
  readonly file: string;
  readonly setup: Json;
  readonly action: Action;
  readonly checks: readonly Check[];
}

export interface CaseFolder {
  readonly cases: readonly Case[];
  /** Files that are no case. Never dropped: a case that nobody ran must not look like one that passed. */
  readonly broken: readonly { readonly id: string; readonly why: string }[];
}

/** All cases directly in the folder, in order of id. */
export function readCaseFolder(folder: string): CaseFolder {
  const cases: Case[] = [];
  const broken: { id: string; why: string }[] = [];
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  for (const name of names) {
    try {
      const one = readCase(join(folder, name));
      if (cases.some(({ id }) => id === one.id)) throw new Error(`another file has the id ${one.id} already`);
      cases.push(one);
    } catch (error) {
      broken.push({ id: name.replace(/\.json$/, ''), why: `not a case: ${(error as Error).message}` });
    }
  }
  return { cases, broken };
}

/** @throws Error that says which field is wrong. */
export function readCase(file: string): Case {
  const root: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isObject(root)) throw new Error('the file holds no object');
  const { id, theme, setup = {}, action, checks } = root;
  if (typeof id !== 'string' || id === '') throw new Error('id is no text');
  if (typeof theme !== 'string' || theme === '') throw new Error('theme is no text');
  if (!isObject(setup)) throw new Error('setup is no object');
  if (!isAction(action)) throw new Error('action has no op');
  if (!Array.isArray(checks) || checks.length === 0) throw new Error('checks is no list with content');
  if (!checks.every(isCheck)) throw new Error('one of the checks has no check');
  return { id, theme, file, setup, action, checks };
}

export function isAction(value: unknown): value is Action {
  return isObject(value) && typeof value.op === 'string';
}

export function isCheck(value: unknown): value is Check {
  return isObject(value) && typeof value.check === 'string';
}
