import { randomUUID } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

type Members = Readonly<Record<string, unknown>>;

/** What a client sent with the next round of a request. */
export interface Answers {
  readonly inputResponses?: Members;
  readonly requestState?: string;
}

/** How a parked request asks its client and hears that it was given up. */
export interface ParkedWork {
  ask(method: string, params: Members | undefined, signal?: AbortSignal): Promise<Members>;
  readonly signal: AbortSignal;
}

/** People answer within minutes or not at all. */
const PARKED_MS = 600_000;
/** Each holds a call open at a server; beyond that the oldest is given up. */
const MAX_PARKED = 1_000;
const STATE_PREFIX = 'toolscout-';

/**
 * Requests of clients of revision 2026-07-28, which take questions only as a result and answer with a new request,
 * while the server behind waits for its answer in the old way: in the middle of the call. The call stays open, and the
 * state that the client sends back is a random name for it, good for one round and for the same session and purpose.
 */
export class ParkedRequests {
  readonly #parked = new Map<string, ParkedRequest>();

  /** Was this state given out here? Any other belongs to a server. */
  isOurs(state: string | undefined): boolean {
    return state?.startsWith(STATE_PREFIX) === true;
  }

  /**
   * Starts a request, or goes on with a parked one, and returns its result or what it asks for.
   * @param purpose what it is about; a state serves no other
   * @throws ProtocolError for a state that is not known (any more)
   */
  async run(
    purpose: string,
    answers: Answers,
    signal: AbortSignal,
    start: (work: ParkedWork) => Promise<Members>,
  ): Promise<Members> {
    const state = answers.requestState;
    const request = this.isOurs(state) ? this.#take(state!, purpose) : new ParkedRequest(purpose, start);
    if (this.isOurs(state)) request.answer(answers.inputResponses ?? {});
    const giveUp = (): void => request.giveUp('cancelled');
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      if (signal.aborted) giveUp();
      const outcome = await request.next();
      return outcome.kind === 'result' ? outcome.result : this.#park(request, outcome.inputRequests);
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  #take(state: string, purpose: string): ParkedRequest {
    const request = this.#parked.get(state);
    if (request === undefined || request.purpose !== purpose) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', {
        reason: 'invalid_request_state',
      });
    }
    this.#parked.delete(state);
    request.keep();
    return request;
  }

  #park(request: ParkedRequest, inputRequests: Members): Members {
    const requestState = STATE_PREFIX + randomUUID();
    this.#parked.set(requestState, request);
    request.expire(() => this.#parked.delete(requestState));
    const [oldest] = this.#parked;
    if (this.#parked.size > MAX_PARKED && oldest !== undefined) {
      this.#parked.delete(oldest[0]);
      oldest[1].giveUp('too many requests wait for input');
    }
    return { resultType: 'input_required', inputRequests, requestState };
  }
}

const ofGateways = new WeakMap<object, ParkedRequests>();

/** Those of one gateway: the requests of one client reach it over many server instances. */
export function parkedRequests(gateway: object): ParkedRequests {
  let parked = ofGateways.get(gateway);
  if (parked === undefined) {
    parked = new ParkedRequests();
    ofGateways.set(gateway, parked);
  }
  return parked;
}

interface Question {
  readonly method: string;
  readonly params: Members | undefined;
  readonly resolve: (answer: Members) => void;
}

type Outcome =
  | { readonly kind: 'result'; readonly result: Members }
  | { readonly kind: 'questions'; readonly inputRequests: Members };

/** One request that is open at a server, and what it has asked so far. */
class ParkedRequest {
  readonly purpose: string;
  readonly #controller = new AbortController();
  readonly #questions = new Map<string, Question>();
  readonly #result: Promise<Outcome>;
  #asked = 0;
  #onQuestion: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;

  constructor(purpose: string, start: (work: ParkedWork) => Promise<Members>) {
    this.purpose = purpose;
    this.#result = start({
      ask: (method, params, signal) => this.#ask(method, params, signal),
      signal: this.#controller.signal,
    }).then((result): Outcome => ({ kind: 'result', result }));
    // While nobody waits for it, it may fail all the same.
    this.#result.catch(() => {});
  }

  /** Resolves with the result, or with all that is asked. */
  next(): Promise<Outcome> {
    return Promise.race([this.#result, this.#questioned()]);
  }

  answer(responses: Members): void {
    for (const [key, { resolve }] of [...this.#questions]) {
      if (!Object.hasOwn(responses, key)) continue;
      this.#questions.delete(key);
      resolve(responses[key] as Members);
    }
  }

  keep(): void {
    clearTimeout(this.#timer);
  }

  expire(onExpired: () => void): void {
    this.#timer = setTimeout(() => {
      onExpired();
      this.giveUp('nobody answered in time');
    }, PARKED_MS);
    this.#timer.unref();
  }

  giveUp(reason: string): void {
    this.keep();
    this.#controller.abort(reason);
  }

  async #questioned(): Promise<Outcome> {
    while (this.#questions.size === 0) {
      await new Promise<void>((resolve) => {
        this.#onQuestion = resolve;
      });
      // What is asked at once is answered at once.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const inputRequests = Object.fromEntries(
      [...this.#questions].map(([key, { method, params }]) => [
        key,
        { method, ...(params === undefined ? {} : { params }) },
      ]),
    );
    return { kind: 'questions', inputRequests };
  }

  #ask(method: string, params: Members | undefined, signal?: AbortSignal): Promise<Members> {
    return new Promise((resolve, reject) => {
      const key = `${method.slice(0, method.indexOf('/'))}-${++this.#asked}`;
      const gone = (): void => {
        this.#questions.delete(key);
        reject(new ProtocolError(ProtocolErrorCode.InternalError, 'the request was given up'));
      };
      for (const one of [signal, this.#controller.signal]) {
        if (one?.aborted === true) return gone();
        one?.addEventListener('abort', gone, { once: true });
      }
      this.#questions.set(key, { method, params, resolve });
      this.#onQuestion();
    });
  }
}
