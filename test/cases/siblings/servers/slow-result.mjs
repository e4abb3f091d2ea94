// Answers a call in a thousand small writes over two seconds, with no progress reports.
import { serve, text, tool, write } from "./rpc.mjs";

serve({
  tools: () => [tool("drip", "Answers slowly.")],
  call: async (id) => {
    const line = JSON.stringify({ jsonrpc: "2.0", id, result: text("drop ".repeat(2000)) });
    for (let at = 0; at < line.length; at += 50) { write(line.slice(at, at + 50)); await new Promise((done) => setTimeout(done, 10)); }
    write("\n");
  },
});
