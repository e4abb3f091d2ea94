import type { Tool } from '../../tools/index.ts';
import type { LoadedConfig } from '../config/index.ts';
import type { GatewayUpdate } from '../gateway-options.ts';

/** What a configuration says about the part of a gateway that can change while it runs. */
export function updateOf({
  servers,
  openapi,
  failed,
  examples,
  policy,
  approvals,
  limits,
  overrides,
  gateway,
}: LoadedConfig): GatewayUpdate {
  const { pinned, directoryMaxCharacters, toolTimeoutsMs } = gateway;
  return {
    servers,
    openapi,
    failed,
    examples,
    policy: policy.book,
    ...(policy.tagged === undefined ? {} : { tagged: policy.tagged }),
    approvals,
    limits,
    overrides,
    ...(pinned === undefined ? {} : { pinned }),
    ...(directoryMaxCharacters === undefined ? {} : { directoryMaxCharacters }),
    ...(toolTimeoutsMs === undefined ? {} : { toolTimeoutMs: toolTimeouts(toolTimeoutsMs) }),
  };
}

/** The time-out of each tool, by id or by the name that models see. */
function toolTimeouts(configured: Readonly<Record<string, number>>): (tool: Tool) => number | undefined {
  const timeouts = new Map(Object.entries(configured));
  return ({ id, name }) => timeouts.get(name) ?? timeouts.get(id);
}
