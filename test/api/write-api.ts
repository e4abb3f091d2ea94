import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { apiPages } from './api-pages.ts';

/** `npm run api`: writes `docs/api` anew, with everything that the doors of the package export. */
const folder = resolve(import.meta.dirname, '../../docs/api');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [file, text] of apiPages()) writeFileSync(join(folder, file), text);
