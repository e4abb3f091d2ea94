// Answers in JSON-RPC batches: an array with a notification, the answer and an answer that nobody asked for.
import { io, serve, text, tool } from "./rpc.mjs";

const plain = io.send;
serve({
  tools: () => [tool("batch", "Answers in a batch.")],
  call: (id) => plain([
    { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "in a batch" } },
    { jsonrpc: "2.0", id, result: text("batched") },
    { jsonrpc: "2.0", id: 31337, result: {} },
  ]),
});
