// Holds calls back until HOLD of them have come (or 300 ms of silence) and answers them in reverse order.
import { reply, serve, text, tool } from "./rpc.mjs";

const held = [];
let timer;
const release = () => {
  for (const { id, p } of held.splice(0).reverse()) reply(id, text(JSON.stringify({ tool: p.name, arguments: p.arguments })));
};
serve({
  tools: () => [tool("echo", "Echo.", { message: { type: "string" } }, ["message"])],
  call: (id, p) => {
    held.push({ id, p });
    clearTimeout(timer);
    timer = setTimeout(release, 300);
    if (held.length >= Number(process.env.HOLD ?? 10)) release();
  },
});
