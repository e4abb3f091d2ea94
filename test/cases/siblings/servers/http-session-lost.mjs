// Has sessions, and forgets the first one before its second call: 404 from then on, as after a restart.
import { json, serveHttp, state, text, tool } from "./http-rpc.mjs";

let current;
serveHttp({
  tools: () => [tool("note", "Take a note.", { n: { type: "integer" } })],
  sessionId: () => (current = `session-${++state.sessions}`),
  before: (req, res, m) => {
    if (req.method !== "POST" || m?.method === "initialize") return false;
    if (state.calls === 1 && state.sessions === 1 && m?.method === "tools/call" && m.params.name === "note") current = "forgotten";
    if (req.headers["mcp-session-id"] === current) return false;
    json(res, { jsonrpc: "2.0", id: null, error: { code: -32001, message: "Session not found" } }, {}, 404);
    return true;
  },
  call: (m) => text(`note ${m.params.arguments.n}`),
});
