import { ToolscoutError } from '../errors.ts';
import type { Sandbox, SandboxOptions } from './types.ts';

/** Makes a sandbox. No process is started before it is asked for one. */
export function createSandbox(_options: SandboxOptions = {}): Sandbox {
  return {
    available: async () => ({ ok: false, reason: 'the sandbox is not built yet' }),
    run: async () => {
      throw new ToolscoutError('OPTIONAL_DEPENDENCY_MISSING', 'The sandbox is not built yet.');
    },
    close: async () => {},
  };
}
