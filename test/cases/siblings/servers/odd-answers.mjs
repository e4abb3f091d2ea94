// Answers twice, answers ids that nobody asked with, ids as text, and reports progress after the end.
import { io, note, reply, serve, text, tool } from "./rpc.mjs";

serve({
  tools: () => [tool("twice", "Answers twice.", { n: { type: "integer" } })],
  call: (id, p) => {
    reply(999999, text("nobody asked"));
    reply(null, text("no id"));
    io.send({ jsonrpc: "2.0", result: text("id is missing") });
    io.send([]);
    io.send("text");
    io.send(null);
    io.send(7);
    const token = p._meta?.progressToken ?? id;
    note("notifications/progress", { progressToken: token, progress: 0.5, total: 1 });
    note("notifications/progress", { progressToken: token, progress: "much", total: {} });
    note("notifications/progress", { progressToken: "unknown", progress: 1 });
    reply(id, text(`n=${p.arguments?.n}`));
    reply(id, text("second answer"));
    note("notifications/progress", { progressToken: token, progress: 2, total: 1 });
    note("notifications/cancelled", { requestId: 424242 });
    note("notifications/made_up", { a: 1 });
  },
});
