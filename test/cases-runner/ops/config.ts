import { answerOf } from './answers.ts';
import type { OpGroup } from './op.ts';

/** Reading a configuration. Its servers are started only by the checks that ask for them. */
export const CONFIG_OPS: OpGroup = {
  load_config: {
    fields: [],
    run: (_action, { world }) =>
      answerOf(async () => {
        const { servers, failed, disabled, warnings, toolSearch, gateway, http } = await world.config();
        // Without transports: expanded variables are for the servers, not for an output.
        return {
          value: { servers: servers.map(({ name }) => name), failed, disabled, warnings, toolSearch, gateway, http },
        };
      }),
  },
};
