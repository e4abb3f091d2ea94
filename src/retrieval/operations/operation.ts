import type { Tool } from '../../tools/index.ts';

/** What a tool does to its subject, as far as the verb of its name says. Order is part of the trained model. */
export const OPERATIONS = [
  'read',
  'create',
  'delete',
  'update',
  'send',
  'run',
  'stop',
  'transfer',
  'analyze',
  'pay',
] as const;
export type Operation = (typeof OPERATIONS)[number];

const VERBS: Readonly<Record<Operation, string>> = {
  read: 'get list search find fetch read query describe view show retrieve lookup browse inspect count explore discover check status display latest stats',
  create: 'create add new insert register open init initialize make build generate draw compose write',
  delete: 'delete remove clear destroy drop purge erase uninstall unlink unregister',
  update:
    'update edit rename put patch set modify change replace configure assign mark tag label move archive enable disable toggle resize',
  send: 'send post reply publish share notify message comment invite forward tweet submit',
  run: 'run execute start invoke trigger launch deploy play restart call install test',
  stop: 'stop cancel pause close terminate kill abort disconnect reject block ban mute revoke lock',
  transfer:
    'upload download export import save backup restore copy clone sync convert transform translate extract parse',
  analyze:
    'analyze calculate compute compare validate verify evaluate summarize predict estimate score detect classify plot visualize scan',
  pay: 'pay buy order purchase book reserve transfer swap withdraw deposit refund checkout subscribe schedule',
};

const BY_VERB: ReadonlyMap<string, Operation> = new Map(
  OPERATIONS.flatMap((operation) => VERBS[operation].split(' ').map((verb) => [verb, operation] as const)),
);

/** The operation of the first word of a name that is a verb for one: `github_list_issues` → read. */
export function operationOfName(name: string): Operation | undefined {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  for (const word of words) {
    const operation = BY_VERB.get(word);
    if (operation !== undefined) return operation;
  }
  return undefined;
}

/** The same of a tool's own name. */
export function operationOf(tool: Tool): Operation | undefined {
  return operationOfName(tool.originalName);
}
