import type { SessionStore } from '../state/index.ts';
import type { CallObserver } from './types.ts';

/** An observer that notes in a session's memory which tools it ran. A store that fails is told and costs no call. */
export function rememberCalls(sessions: SessionStore, onError: (error: unknown) => void): CallObserver {
  return {
    onStage: (event) => {
      if (event.stage !== 'finished' || event.tool === undefined || event.ran === false) return;
      if (event.session === undefined) return;
      sessions.used(event.session, { kind: 'called', tools: [event.tool] }).catch(onError);
    },
  };
}
