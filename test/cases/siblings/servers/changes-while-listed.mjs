// Announces a change of its list while each list is being answered.
import { note, reply, serve, state, text, tool } from "./rpc.mjs";

serve({
  list: (id) => {
    note("notifications/tools/list_changed");
    reply(id, { tools: [tool(`version_${state.list}`, "Changes with each list."), tool("steady", "Always there."), tool("probe_state", "Counters.")] });
    note("notifications/tools/list_changed");
  },
  call: (id, p) => reply(id, text(p.name)),
});
