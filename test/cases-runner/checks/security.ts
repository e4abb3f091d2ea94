import { shown, textsOf } from '../json.ts';
import { type CheckGroup, when } from './check.ts';

/** What must not have happened to the process that hosts all this. */
export const SECURITY_CHECKS: CheckGroup = {
  host_unpolluted: {
    fields: ['keys'],
    run: ({ keys }, _unit, { pollution }) => {
      const given = textsOf(keys).filter((key) => key in {});
      return when(
        pollution.length + given.length === 0,
        () => `built-ins were changed: ${shown([...pollution, ...given])}`,
      );
    },
  },
  no_network: {
    fields: [],
    run: (_check, { world }) =>
      when(world.recorder.connections.length === 0, () => world.recorder.connections.join('; ')),
  },
};
