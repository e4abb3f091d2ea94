/** From the tools of a session to what one model request carries. */
export { assemble } from './assemble.ts';
export type {
  Assembly,
  AssemblyChanges,
  AssemblyContext,
  ChangeCause,
  CodeAvailability,
  CodeModeSeam,
} from './types.ts';
