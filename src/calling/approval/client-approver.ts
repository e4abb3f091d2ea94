import { isObject, own } from '../../shared/json.ts';
import type { CallClient } from '../types.ts';
import type { ApprovalAnswer, ApprovalRequest } from './approval.ts';

/** Characters of a call that a client is shown; its window is small, and what does not fit there is not read. */
const MAX_SHOWN = 8_000;

/** Can the client put a form before its user? Clients that name no kind of elicitation know forms alone. */
export function takesForms({ capabilities }: CallClient): boolean {
  const elicitation = own(capabilities, 'elicitation');
  if (!isObject(elicitation)) return false;
  return isObject(own(elicitation, 'form')) || Object.keys(elicitation).length === 0;
}

/**
 * Asks the user of the client that made the call, by elicitation. Accepting approves, whatever else the form holds; each
 * other answer denies.
 * @throws whatever the client answers instead of one
 */
export async function askClient(
  client: CallClient,
  request: ApprovalRequest,
  signal: AbortSignal,
): Promise<ApprovalAnswer> {
  const { text, reason, mayRemember } = request;
  const answer = await client.request(
    'elicitation/create',
    {
      message: `May this tool run? ${reason}\n\n${shown(text)}`,
      requestedSchema: { type: 'object', properties: mayRemember ? { always: ALWAYS } : {} },
    },
    signal,
  );
  const action = own(answer, 'action');
  if (action !== 'accept') {
    return { approved: false, reason: action === 'decline' ? 'the user declined' : 'the user closed the question' };
  }
  const content = own(answer, 'content');
  return { approved: true, always: mayRemember && isObject(content) && own(content, 'always') === true };
}

const ALWAYS = {
  type: 'boolean',
  title: 'Always in this session',
  description: 'Do not ask again about this tool, for the same reason, in this session.',
  default: false,
};

/** Beginning and end, and how much is between them: nothing may look whole that is not. */
function shown(text: string): string {
  if (text.length <= MAX_SHOWN) return text;
  const half = MAX_SHOWN / 2;
  const left = text.length - MAX_SHOWN;
  return `${text.slice(0, half)}\n\n[… ${left} characters are NOT SHOWN here …]\n\n${text.slice(-half)}`;
}
