// Tool `pour` writes MB megabytes without an end of line, and no answer; the rest works.
import { reply, serve, text, tool, write } from "./rpc.mjs";

serve({
  tools: () => [tool("pour", "Writes without end."), tool("calm", "Answers.")],
  call: async (id, p) => {
    if (p.name === "calm") return reply(id, text("calm"));
    const block = "x".repeat(1024 * 1024);
    for (let i = 0; i < Number(process.env.MB ?? 160); i++) if (!write(block)) await new Promise((done) => process.stdout.once("drain", done));
  },
});
