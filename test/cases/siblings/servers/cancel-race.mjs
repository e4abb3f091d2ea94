// On cancellation it still answers (MODE=answer), fails (MODE=error) or dies (MODE=die); `late` never answers by itself.
import { fail, reply, serve, text, tool } from "./rpc.mjs";

let open;
serve({
  tools: () => [tool("late", "Waits to be cancelled."), tool("calm", "Answers.")],
  call: (id, p) => { if (p.name === "late") open = id; else reply(id, text("calm")); },
  notification: (method, p) => {
    if (method !== "notifications/cancelled" || p.requestId !== open) return;
    const mode = process.env.MODE ?? "answer";
    if (mode === "die") process.exit(1);
    if (mode === "error") fail(open, -32800, "Request cancelled");
    else for (let i = 0; i < 3; i++) reply(open, text("too late"));
  },
});
