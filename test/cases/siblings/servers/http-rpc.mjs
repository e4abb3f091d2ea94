// What the HTTP servers of this folder share: MCP over Streamable HTTP on a port of its own, written to stderr.
import { createServer } from "node:http";

export const state = { requests: 0, initialize: 0, list: 0, calls: 0, authorizations: [], paths: [], sessions: 0, deleted: 0 };
export const text = (t) => ({ content: [{ type: "text", text: String(t) }] });
export const tool = (name, description, properties = {}, required = []) => ({
  name,
  description,
  inputSchema: { type: "object", properties, ...(required.length ? { required } : {}) },
});
export const json = (res, body, headers = {}, status = 200) => {
  res.writeHead(status, { "content-type": "application/json", ...headers });
  res.end(typeof body === "string" ? body : JSON.stringify(body));
};
export const result = (id, value) => ({ jsonrpc: "2.0", id, result: value });

/** `on.before(req, res, message)` may answer instead and then returns true. */
export function serveHttp(on) {
  const all = {
    tools: () => [],
    call: (m) => text(`called ${m.params.name}`),
    before: () => false,
    sessionId: () => undefined,
    respond: (res, body, headers) => json(res, body, headers),
    ...on,
  };
  const server = createServer(async (req, res) => {
    const chunks = [];
    for await (const chunk of req) chunks.push(chunk);
    state.requests++;
    state.paths.push(`${req.method} ${req.url}`);
    state.authorizations.push(req.headers.authorization ?? null);
    let m;
    try { m = JSON.parse(Buffer.concat(chunks).toString() || "null"); } catch { m = null; }
    if (await all.before(req, res, m)) return;
    if (req.method === "DELETE") { state.deleted++; return res.writeHead(204).end(); }
    if (req.method !== "POST") return res.writeHead(405, { allow: "POST" }).end();
    if (m === null || m.id === undefined || m.method === undefined) return res.writeHead(202).end();
    const headers = {};
    let value;
    if (m.method === "initialize") {
      state.initialize++;
      const session = all.sessionId();
      if (session !== undefined) headers["mcp-session-id"] = session;
      value = { protocolVersion: m.params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "http-sibling", version: "1" } };
    } else if (m.method === "ping") value = {};
    else if (m.method === "tools/list") { state.list++; value = { tools: [...all.tools(), tool("probe_state", "Counters.")] }; }
    else if (m.method === "tools/call" && m.params.name === "probe_state") value = text(JSON.stringify(state));
    else if (m.method === "tools/call") {
      state.calls++;
      value = await all.call(m, req, res);
      if (value === undefined) return;
    } else return json(res, { jsonrpc: "2.0", id: m.id, error: { code: -32601, message: "Method not found" } });
    all.respond(res, result(m.id, value), headers, m);
  });
  server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => process.stderr.write(`${server.address().port}\n`));
  return server;
}
