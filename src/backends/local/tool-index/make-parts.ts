import { createPartMaker } from '../../../engine/index.ts';
import type { MakeParts } from '../index-store/snapshot.ts';

/** The parts of an index of tools: nothing in them knows of tools. */
export const makeParts: MakeParts = createPartMaker;
