import type { AssemblyContext, ProfileId } from 'toolscout';
import { TARGET } from './plugin.ts';
import type { Script } from './provider.ts';
import { callDirectly, searchDescribeCall } from './scripts.ts';

export type Mode = 'tools' | 'directory' | 'code';

/**
 * One run of the task. `direct`: every tool is in the request. `search`: the model searches, reads the description and
 * calls. `by-name`: it calls a name that it has read in the directory, without having seen the schema.
 */
export interface Lane {
  readonly name: string;
  readonly way: 'direct' | 'search' | 'by-name';
  readonly profile: ProfileId;
  /** The mode that is asked for. */
  readonly mode: Mode;
  readonly context: AssemblyContext;
  readonly script: Script;
}

/** What the user wants. */
export const TASK = 'Please create a support ticket.';

/** A schema that directory mode has to show, whatever the task looks like. */
export const REQUIRED = 'helpdesk__get_customer';

const MODES: readonly Mode[] = ['tools', 'directory', 'code'];
const FAMILIES = {
  toolscout: 'default',
  bridge: 'bridge',
  'bridge-batch': 'bridge',
  mode: 'mode',
  preselection: 'default',
} as const;
const PROFILE_IDS = Object.keys(FAMILIES) as readonly ProfileId[];

/** The tools take more than a tenth of such a window, so that `auto` hides them. */
const WINDOW = 32_000;

/** Every mode in every wire format, each family once without Toolscout, and the directory once by name for each. */
export const LANES: readonly Lane[] = PROFILE_IDS.flatMap((profile) => {
  const family = FAMILIES[profile];
  const lane = (way: Lane['way'], mode: Mode, more: AssemblyContext, script: Script): Lane => ({
    name: `${profile} ${way === 'search' ? mode : way}`,
    way,
    profile,
    mode,
    context: { window: WINDOW, ...more },
    script,
  });
  return [
    lane('direct', 'tools', { settings: { family, enabled: 'off' } }, callDirectly(TARGET.name)),
    ...MODES.map((mode) =>
      lane(
        'search',
        mode,
        { settings: { family, mode }, ...(mode === 'directory' ? { request: TASK, required: [REQUIRED] } : {}) },
        searchDescribeCall(profile),
      ),
    ),
    lane('by-name', 'directory', { settings: { family, mode: 'directory' } }, callDirectly(`helpdesk__${TARGET.name}`)),
  ];
});

/** Every lane in which the tools are hidden. */
export const HIDING_LANES: readonly Lane[] = LANES.filter(({ way }) => way !== 'direct');
