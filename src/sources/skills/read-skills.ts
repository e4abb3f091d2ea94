import type { Dirent } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorMessage, ToolscoutError } from '../../errors.ts';
import type { ToolEntry } from '../../tools/index.ts';
import { readFrontMatter } from './front-matter.ts';

/** A skill as an entry of a catalog, and the file with its instructions. */
export interface SkillFile {
  readonly entry: ToolEntry;
  readonly path: string;
}

/** What a folder of skills holds, and what in it cannot be used. */
export interface SkillFolder {
  /** In order of their paths. */
  readonly skills: readonly SkillFile[];
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

const FILE = 'SKILL.md';
/** Folders below the one that is named: `skills/writing/minutes/SKILL.md`. */
const MAX_DEPTH = 3;
const MAX_SKILLS = 2_000;
/** The head of a file is read, never all of it. */
const MAX_HEAD_BYTES = 64 * 1_024;

/**
 * Reads the skills below a folder: each folder with a `SKILL.md`, whose head gives `name` and `description`. A file
 * that cannot be used is a problem of its own and hides no other.
 * @throws ToolscoutError `FILE_UNREADABLE` where the folder itself cannot be read.
 */
export async function readSkills(folder: string): Promise<SkillFolder> {
  const skills: SkillFile[] = [];
  const problems: { path: string; message: string }[] = [];
  const source = basename(folder) || 'skills';
  const visit = async (dir: string, depth: number): Promise<void> => {
    const children = await readdir(dir, { withFileTypes: true });
    if (children.some(({ name }) => name === FILE)) {
      const path = join(dir, FILE);
      if (skills.length >= MAX_SKILLS) {
        problems.push({ path, message: `is one of more than ${MAX_SKILLS} skills and was left out` });
        return;
      }
      const read = await readSkill(path, source);
      if (typeof read === 'string') problems.push({ path, message: read });
      else skills.push({ entry: read, path });
      return;
    }
    if (depth === MAX_DEPTH) return;
    for (const child of children.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(dir, child.name);
      if (child.name.startsWith('.') || !(await isFolder(child, path))) continue;
      await visit(path, depth + 1).catch((error: unknown) => {
        problems.push({ path, message: `cannot be read: ${errorMessage(error)}` });
      });
    }
  };
  try {
    await visit(folder, 0);
  } catch (error) {
    throw new ToolscoutError('FILE_UNREADABLE', `${folder} cannot be read: ${errorMessage(error)}`, {
      next: 'Name a folder that holds a folder with a SKILL.md for each skill.',
      details: { path: folder },
      cause: error,
    });
  }
  return { skills, problems };
}

async function isFolder(child: Dirent, path: string): Promise<boolean> {
  if (!child.isSymbolicLink()) return child.isDirectory();
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** The entry, or why there is none. */
async function readSkill(path: string, source: string): Promise<ToolEntry | string> {
  let head: ReadonlyMap<string, string> | undefined;
  try {
    head = readFrontMatter(await readHead(path));
  } catch (error) {
    return `cannot be read: ${errorMessage(error)}`;
  }
  if (head === undefined) return 'has no head between two lines of ---';
  const name = head.get('name') || basename(join(path, '..'));
  const description = head.get('description');
  if (description === undefined || description === '') return 'has no description in its head';
  return { source: { kind: 'plugin', name: source }, kind: 'skill', definition: { name, description } };
}

async function readHead(path: string): Promise<string> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const buffer = new Uint8Array(MAX_HEAD_BYTES);
    const { bytesRead } = await file.read(buffer, 0, MAX_HEAD_BYTES, 0);
    return new TextDecoder('utf-8').decode(buffer.subarray(0, bytesRead));
  } finally {
    await file?.close();
  }
}
