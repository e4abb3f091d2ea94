// What the misbehaving servers of this folder share: newline-delimited JSON-RPC (MCP) over stdio, and counters.
import { createInterface } from "node:readline";

export const state = { pid: process.pid, initialize: 0, list: 0, calls: 0, cancelled: [], answers: [], starts: 0 };
export const write = (text) => process.stdout.write(text);
export const io = { send: (m) => write(JSON.stringify(m) + "\n") };
export const reply = (id, result) => io.send({ jsonrpc: "2.0", id, result });
export const fail = (id, code, message) => io.send({ jsonrpc: "2.0", id, error: { code, message } });
export const note = (method, params) => io.send({ jsonrpc: "2.0", method, ...(params ? { params } : {}) });
export const text = (t) => ({ content: [{ type: "text", text: String(t) }] });
export const tool = (name, description, properties = {}, required = []) => ({
  name,
  description,
  inputSchema: { type: "object", properties, ...(required.length ? { required } : {}) },
});
const PROBE = tool("probe_state", "Counters kept by this test server.");

/** `on` overrides: tools, capabilities, initialize, list, call, notification, response, closed. */
export function serve(on) {
  const all = {
    capabilities: { tools: { listChanged: true } },
    tools: () => [],
    initialize: (id, p) =>
      reply(id, {
        protocolVersion: p.protocolVersion,
        capabilities: all.capabilities,
        serverInfo: { name: "sibling", version: "1.0.0" },
        ...(all.instructions === undefined ? {} : { instructions: all.instructions }),
      }),
    list: (id) => reply(id, { tools: [...all.tools(), PROBE] }),
    call: (id, p) => fail(id, -32602, `Unknown tool: ${p.name}`),
    notification() {},
    response() {},
    closed: () => process.exit(0),
    ...on,
  };
  createInterface({ input: process.stdin })
    .on("line", (line) => {
      if (!line.trim()) return;
      const m = JSON.parse(line);
      if (m.method === undefined) {
        state.answers.push(m.error ? `error ${m.error.code}` : "result");
        return all.response(m);
      }
      const p = m.params ?? {};
      if (m.id === undefined) {
        if (m.method === "notifications/cancelled") state.cancelled.push(p.requestId ?? null);
        return all.notification(m.method, p);
      }
      if (m.method === "initialize") { state.initialize++; return all.initialize(m.id, p); }
      if (m.method === "ping") return reply(m.id, {});
      if (m.method === "tools/list") { state.list++; return all.list(m.id, p); }
      if (m.method !== "tools/call") return fail(m.id, -32601, "Method not found");
      if (p.name === "probe_state") return reply(m.id, text(JSON.stringify(state)));
      state.calls++;
      return all.call(m.id, p, line);
    })
    .on("close", () => all.closed());
  return all;
}
