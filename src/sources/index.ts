/** Where tools come from. */
export { readCatalogFile } from './catalog-file.ts';
export { type Line, readLines } from './read-lines.ts';
