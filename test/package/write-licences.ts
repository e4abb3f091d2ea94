import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { licencePage, noticesOf, runtimePackages } from './licences.ts';

/** `npm run licences`, after a build: writes `docs/licences.md` and `THIRD-PARTY-NOTICES.txt` anew. */
const root = resolve(import.meta.dirname, '../..');
const packages = runtimePackages();
writeFileSync(resolve(root, 'docs/licences.md'), licencePage(packages));
writeFileSync(resolve(root, 'THIRD-PARTY-NOTICES.txt'), noticesOf(packages));
