import type { LoadedConfig, ServerStatus } from '../../../src/gateway/index.ts';
import type { ServerSpec } from '../../../src/sources/index.ts';
import { isObject, pathOf, shown, textsOf, valueAt } from '../json.ts';
import { findTool } from '../ops/references.ts';
import { type Outcome, textBlocks } from '../outcome.ts';
import { CHECK_STEP, stepContext } from '../product/recorder.ts';
import { type CheckGroup, COMPARISONS, compare, fails, sameJson, unmapped, type Verdict, when } from './check.ts';

/** What a configuration came to, and what its servers were launched with. */
export const CONFIG_CHECKS: CheckGroup = {
  config_value: {
    fields: ['path', ...COMPARISONS],
    run: (check, unit) =>
      withConfig(unit, (config) => {
        const value = configValue(config, pathOf(check.path));
        if (value === undefined) return fails(`${shown(check.path)} is not set`);
        // `on` and `true` are two spellings of one setting, as `off` and `false` are.
        const spellings = value === 'on' ? ['on', true] : value === 'off' ? ['off', false] : [value];
        const verdicts = spellings.map((spelling) => compare(check, spelling));
        return verdicts.find(({ kind }) => kind === 'holds') ?? verdicts[0]!;
      }),
  },
  servers_equal: {
    fields: ['names'],
    run: ({ names }, unit) =>
      withConfig(unit, (config) => {
        const loaded = config.servers.map(({ name }) => name).sort();
        return when(sameJson(loaded, [...textsOf(names)].sort()), () => `the servers are ${loaded.join(', ')}`);
      }),
  },
  server_field: {
    fields: ['server', 'field', ...COMPARISONS],
    run: (check, unit) =>
      withConfig(unit, (config) => {
        const spec = config.servers.find(({ name }) => name === check.server);
        if (spec === undefined) return fails(`there is no usable server ${String(check.server)}`);
        return compare(check, fieldOf(spec, pathOf(check.field)));
      }),
  },
  servers_running_include: {
    fields: ['names'],
    needs: ['names'],
    run: async ({ names }, unit) => {
      const gateway = await unit.world.gateway();
      // A slow start is no failure; servers that are not asked for are not waited for.
      const wanted = textsOf(names);
      await settled(unit, (status) => !wanted.includes(status.name) || status.state !== 'starting');
      const running = gateway.statuses().filter(({ state }) => state === 'ready');
      const missing = wanted.filter((name) => !running.some((status) => status.name === name));
      return when(missing.length === 0, () => `not running: ${shown(gateway.statuses().map(brief), 400)}`);
    },
  },
  launch_arg: {
    fields: ['server', 'value', 'index', 'contains'],
    needs: ['value', 'contains'],
    run: (check, unit) =>
      withLaunch(unit, check.server, [], ({ argv }) => {
        const looked = typeof check.index === 'number' ? argv.slice(check.index, check.index + 1) : argv;
        const whole = textsOf(check.value).every((value) => looked.includes(value));
        const parts = textsOf(check.contains).every((part) => looked.some((value) => value.includes(part)));
        return when(whole && parts, () => `launched with ${shown(argv, 400)}`);
      }),
  },
  launch_arg_absent: {
    fields: ['server', 'value'],
    run: (check, unit) =>
      withLaunch(unit, check.server, [], ({ argv }) => {
        const found = textsOf(check.value).filter((value) => argv.includes(value));
        return when(found.length === 0, () => `${shown(found)} is in ${shown(argv)}`);
      }),
  },
  launch_args_equal: {
    fields: ['server', 'values'],
    run: (check, unit) =>
      withLaunch(unit, check.server, [], ({ argv }) =>
        when(sameJson(argv, check.values), () => `launched with ${shown(argv, 400)}`),
      ),
  },
  launch_args_count: {
    fields: ['server', 'n'],
    run: (check, unit) =>
      withLaunch(unit, check.server, [], ({ argv }) =>
        when(argv.length === check.n, () => `launched with ${shown(argv)}`),
      ),
  },
  child_env: {
    fields: ['server', 'has', 'lacks', 'equals'],
    needs: ['has', 'lacks', 'equals'],
    run: (check, unit) => {
      const has = textsOf(check.has);
      const lacks = textsOf(check.lacks);
      const equals = isObject(check.equals) ? check.equals : {};
      return withLaunch(unit, check.server, [...has, ...lacks, ...Object.keys(equals)], ({ env }) => {
        const missing = has.filter((name) => typeof env[name] !== 'string');
        const leaked = lacks.filter((name) => typeof env[name] === 'string');
        const other = Object.keys(equals).filter((name) => env[name] !== equals[name]);
        const wrong = [...missing, ...leaked, ...other];
        return when(
          wrong.length === 0,
          () => `missing ${shown(missing)}, leaked ${shown(leaked)}, other ${shown(other)}`,
        );
      });
    },
  },
};

async function withConfig(unit: Outcome, look: (config: LoadedConfig) => Verdict): Promise<Verdict> {
  try {
    return look(await unit.world.config());
  } catch (error) {
    return fails(`the configuration was refused: ${(error as Error).message}`);
  }
}

/** A setting by its path in the file, in whichever family's spelling. */
export function configValue(config: LoadedConfig, path: readonly (string | number)[]): unknown {
  const [section, ...rest] = path;
  if (section === 'tools') return valueAt(config.toolSearch, rest.slice(1).map(camelCase));
  return section === 'gateway' || section === 'http' ? valueAt(config[section], rest) : undefined;
}

function camelCase(key: string | number): string {
  return String(key).replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

function fieldOf(spec: ServerSpec, path: readonly (string | number)[]): unknown {
  return valueAt(spec.transport, path) ?? valueAt(spec, path);
}

/** How long servers that a check asks for may take. */
const SETTLE_MS = 20_000;

/** Resolves when the condition holds for every server, or after {@link SETTLE_MS}. */
export async function settled(unit: Outcome, done: (status: ServerStatus) => boolean): Promise<void> {
  const gateway = await unit.world.gateway();
  await new Promise<void>((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const look = (): void => {
      if (gateway.statuses().every(done)) finish();
    };
    const timer = setTimeout(finish, SETTLE_MS);
    const stop = gateway.onStatusChange(look);
    look();
  });
}

export function brief({ name, state, message }: ServerStatus): string {
  return `${name} ${state}${message === undefined ? '' : ` (${message})`}`;
}

interface Launch {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, unknown>>;
}

/** Asks the server itself what it was launched with; `show_launch` of `argv-echo` tells. */
async function withLaunch(
  unit: Outcome,
  server: unknown,
  env: readonly string[],
  look: (launch: Launch) => Verdict,
): Promise<Verdict> {
  const gateway = await unit.world.gateway();
  await settled(unit, (status) => status.name !== server || status.state !== 'starting');
  const status = gateway.statuses().find(({ name }) => name === server);
  if (status?.state !== 'ready') return fails(`server ${String(server)} does not run: ${status?.message ?? 'unknown'}`);
  const tool = findTool(gateway, { server: String(server), tool: 'show_launch' });
  if (tool === undefined) return unmapped(`server ${String(server)} has no show_launch to tell how it was launched`);
  const context = { path: CHECK_STEP, connections: [] };
  const result = await stepContext.run(context, () => gateway.call({ name: tool.name, arguments: { env: [...env] } }));
  return look(JSON.parse(textBlocks(result)?.[0] ?? 'null') as Launch);
}
