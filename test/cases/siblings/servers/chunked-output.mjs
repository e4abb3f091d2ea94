// Writes every message in pieces of three bytes, through the middle of characters, with CRLF and blank lines, after a BOM.
import { io, reply, serve, text, tool } from "./rpc.mjs";

let queue = Promise.resolve();
let first = true;
io.send = (m) => {
  const bytes = Buffer.from(`${first ? "\ufeff" : ""}${JSON.stringify(m)}\r\n\r\n`);
  first = false;
  queue = queue.then(async () => {
    for (let at = 0; at < bytes.length; at += 3) {
      process.stdout.write(bytes.subarray(at, at + 3));
      if (at % 120 === 0) await new Promise((done) => setTimeout(done, 1));
    }
  });
};
serve({
  tools: () => [tool("greet", "Greet in many scripts.")],
  call: (id) => reply(id, text("приветствие 你好 👩‍👩‍👧 e\u0301 \u2028 end")),
});
