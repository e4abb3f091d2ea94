// tools/list never ends: LOOP=same gives one cursor for ever, LOOP=two goes to and fro, LOOP=fresh makes new ones without end.
import { reply, serve, state, text, tool } from "./rpc.mjs";

const loop = process.env.LOOP ?? "same";
serve({
  list: (id, p) => {
    const n = state.list;
    const next = loop === "same" ? "c" : loop === "two" ? (p.cursor === "a" ? "b" : "a") : `c${n}`;
    reply(id, { tools: n === 1 ? [tool("first_page", "On the first page."), tool("probe_state", "Counters.")] : [], nextCursor: next });
  },
  call: (id) => reply(id, text("ok")),
});
