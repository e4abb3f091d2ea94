import { createRequire } from 'node:module';
import { constants, Script } from 'node:vm';
import { type Bridge, installBridge } from './bridge.ts';
import { type Engine, SNIPPET_FILE, wrapSnippet } from './engine.ts';
import { GuestSession } from './session.ts';

/**
 * No inner wall: the snippet is plain JavaScript of this process, with `require`. It is what would be left if somebody broke
 * out of the engine, so that tests can show what the process alone keeps away from them.
 */
export function createPlainEngine(integerMark: string): Engine {
  return {
    start: (options) => {
      Object.defineProperty(globalThis, 'require', { value: createRequire('file:///snippet.js'), configurable: true });
      const session = new GuestSession(options, integerMark, (entry) => {
        entry();
        return undefined;
      });
      const install = new Script(`(${installBridge.toString()})`).runInThisContext() as typeof installBridge;
      const bridge: Bridge = install(session.native, session.config);
      // Microtasks of this process run when they like: what waits for nothing is told by the clock.
      const entry = {
        bridge,
        drain: () => {},
        relax: () => {},
        memoryBytes: () => process.memoryUsage.rss(),
        ranOutOfMemory: () => false,
        knowsWhenStuck: false,
      };
      session.start(entry, () => {
        let snippet: unknown;
        try {
          snippet = new Script(wrapSnippet(options.code), {
            filename: SNIPPET_FILE,
            importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
          }).runInThisContext();
        } catch (error) {
          return bridge.failToCompile(error);
        }
        bridge.run(snippet);
      });
      return session;
    },
  };
}
