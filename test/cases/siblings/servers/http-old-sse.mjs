// The transport of 2024-11-05: POST is refused, GET opens a stream that names the address to post to.
import { createServer } from "node:http";

let stream;
createServer(async (req, res) => {
  if (req.method === "GET") {
    stream = res.writeHead(200, { "content-type": "text/event-stream" });
    res.write("event: endpoint\ndata: /messages?session=1\n\n");
    return;
  }
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  if (!req.url.startsWith("/messages")) return res.writeHead(405).end();
  const m = JSON.parse(Buffer.concat(chunks).toString());
  res.writeHead(202).end("Accepted");
  if (m.id === undefined) return;
  const results = {
    initialize: { protocolVersion: "2024-11-05", capabilities: { tools: {} }, serverInfo: { name: "old", version: "1" } },
    "tools/list": { tools: [{ name: "old_echo", description: "Echo of old.", inputSchema: { type: "object" } }] },
    "tools/call": { content: [{ type: "text", text: "old times" }] },
  };
  stream.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", id: m.id, result: results[m.method] ?? {} })}\n\n`);
}).listen(0, "127.0.0.1", function () { process.stderr.write(`${this.address().port}\n`); });
