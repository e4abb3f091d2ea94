import { type ApprovalEffect, type ConsentRule, consentRules, resolveTool } from '../calling/index.ts';
import { type CliIo, EXIT, printJson, printText } from './io.ts';
import type { OpenTools } from './open-tools.ts';

/**
 * Whether one tool may be used, which layer and rule object, and whether a person is asked before it runs. For whoever
 * owns the configuration: it knows of tools that the sessions themselves must not know.
 */
export function explainRights({ gateway, catalog, config }: OpenTools, name: string, json: boolean, io: CliIo): number {
  // Without a gateway there is no policy: a catalogue file is all there for everyone.
  const { tool, decision } = gateway?.own().explain(name) ?? {
    tool: resolveTool(catalog, name),
    decision: { allowed: true as const },
  };
  const consent = decision.allowed ? consentRules(config?.approvals ?? { rules: [] }, tool) : [];
  if (json) {
    printJson(io, { tool: tool.id, ...decision, ...(decision.allowed ? { consent } : {}) });
  } else if (decision.allowed) {
    printText(io, `${tool.id} may be used.`);
    for (const answer of consent) printText(io, `  ${consentText(answer, consent.length > 1)}`);
  } else {
    printText(io, `${tool.id} may not be used.\n  layer  ${decision.layer}\n  rule   ${decision.rule}`);
  }
  return EXIT.done;
}

const EFFECTS: Readonly<Record<ApprovalEffect, string>> = {
  auto: 'it runs, nobody is asked',
  prompt: 'a person is asked first',
  deny: 'it is refused',
};

function consentText({ decide, rule, byArguments }: ConsentRule, isOneOfSeveral: boolean): string {
  const when = byArguments ? 'where the arguments match: ' : isOneOfSeveral ? 'else: ' : 'consent: ';
  return `${when}${EFFECTS[decide]}${rule === 'otherwise' ? '' : ` (rule ${rule})`}`;
}
