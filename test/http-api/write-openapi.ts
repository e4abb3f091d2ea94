/** Writes docs/http-api.openapi.json from the document that the gateway serves. Run: node test/http-api/write-openapi.ts */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { OPENAPI_DOCUMENT } from '../../src/gateway/http-api/index.ts';

const file = resolve(import.meta.dirname, '../../docs/http-api.openapi.json');
writeFileSync(file, `${JSON.stringify(OPENAPI_DOCUMENT, null, 2)}\n`);
