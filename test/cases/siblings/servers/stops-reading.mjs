// Stops reading its input after `deaf` was called, for ever.
import { reply, serve, text, tool } from "./rpc.mjs";

serve({
  tools: () => [tool("deaf", "Reads no more.", { data: { type: "string" } }), tool("calm", "Answers.", { data: { type: "string" } })],
  call: (id, p) => {
    reply(id, text(p.name));
    if (p.name === "deaf") setImmediate(() => { for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10_000); });
  },
});
