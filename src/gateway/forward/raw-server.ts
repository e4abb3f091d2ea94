import { Server, type ServerContext, type StandardSchemaV1 } from '@modelcontextprotocol/server';
import { isObject } from '../../shared/json.ts';

type Members = Readonly<Record<string, unknown>>;

/** The protocol layer would check params and give them on cut to its own schemas; here they are another server's. */
const AS_SENT: StandardSchemaV1<unknown, Members> = {
  '~standard': { version: 1, vendor: 'toolscout', validate: (value) => ({ value: isObject(value) ? value : {} }) },
};

/**
 * A server whose handlers get params and give results of any shape. The SDK's own reads each call's result with the
 * schemas that it knows, and members that it does not know are lost.
 */
export class RawServer extends Server {
  protected override _wrapHandler(
    ...[, handler]: Parameters<Server['_wrapHandler']>
  ): ReturnType<Server['_wrapHandler']> {
    return handler;
  }

  /** Serves these methods; all others are unknown. */
  serve(
    methods: readonly string[],
    handle: (method: string, params: Members, context: ServerContext) => Promise<Members>,
  ): void {
    for (const method of methods) {
      this.setRequestHandler(method, { params: AS_SENT }, (params, context) => handle(method, params, context));
    }
  }
}
