import type { ApprovalAnswer, ApprovalRequest, Approver } from './approval.ts';

/** A place where requests lie until somebody decides on them: for a dashboard, a chat, or a test. */
export interface ApprovalDesk {
  /** Give this to the call path. */
  readonly approver: Approver;
  /** The requests on the desk, oldest first. */
  pending(): readonly ApprovalRequest[];
  /** Tells whether the request was still there to be decided. */
  decide(id: string, answer: boolean | ApprovalAnswer): boolean;
  /** Calls the listener whenever a request comes or goes. Returns the way to stop. */
  onChange(listener: () => void): () => void;
}

/** Makes an empty desk. */
export function createApprovalDesk(): ApprovalDesk {
  const open = new Map<
    string,
    { readonly request: ApprovalRequest; readonly settle: (answer: ApprovalAnswer) => void }
  >();
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const take = (id: string, answer: ApprovalAnswer): boolean => {
    const entry = open.get(id);
    if (entry === undefined) return false;
    open.delete(id);
    entry.settle(answer);
    tell();
    return true;
  };
  return {
    approver: (request, signal) =>
      new Promise((settle) => {
        open.set(request.id, { request, settle });
        signal.addEventListener('abort', () => take(request.id, { approved: false }), { once: true });
        tell();
      }),
    pending: () => [...open.values()].map(({ request }) => request),
    decide: (id, answer) => take(id, typeof answer === 'boolean' ? { approved: answer } : answer),
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
