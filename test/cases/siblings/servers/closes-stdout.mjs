// Closes its stdout in the call of `mute` and lives on; tool `deaf` stops reading instead.
import { reply, serve, text, tool } from "./rpc.mjs";

setInterval(() => {}, 1000);
serve({
  tools: () => [tool("mute", "Closes stdout."), tool("calm", "Answers.")],
  call: (id, p) => {
    if (p.name === "mute") return process.stdout.destroy();
    reply(id, text("calm"));
  },
  closed: () => process.exit(0),
});
