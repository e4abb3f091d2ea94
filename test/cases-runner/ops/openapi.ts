import { toSeenTool } from './answers.ts';
import type { OpGroup } from './op.ts';

/** Documents of HTTP APIs as tools. */
export const OPENAPI_OPS: OpGroup = {
  import_openapi: {
    fields: [],
    unmapped: (_action, setup) => (setup.openapi === undefined ? ['op import_openapi: the setup has no document'] : []),
    run: async (_action, { world }) => {
      const gateway = await world.settledGateway();
      const tools = gateway.catalog().tools.map(toSeenTool);
      return { value: { tools, servers: gateway.statuses() }, tools };
    },
  },
};
