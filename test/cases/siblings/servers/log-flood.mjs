// Sends FLOOD log notifications before each answer, and asks for nothing.
import { note, reply, serve, text, tool } from "./rpc.mjs";

serve({
  capabilities: { tools: {}, logging: {} },
  tools: () => [tool("chat", "Logs a lot.")],
  call: (id) => {
    for (let i = 0; i < Number(process.env.FLOOD ?? 20_000); i++) note("notifications/message", { level: i % 2 ? "debug" : "emergency", logger: "x", data: `line ${i} s3cr3t` });
    reply(id, text("done"));
  },
});
