// Answers each tool's first calls (TIMES, default 1) with 429 and Retry-After, then works; `never` always does.
import { json, serveHttp, text, tool } from "./http-rpc.mjs";

let refused = 0;
serveHttp({
  tools: () => [tool("busy", "Busy at first."), tool("never", "Always busy.")],
  before: (_req, res, m) => {
    if (m?.method !== "tools/call" || m.params.name === "probe_state") return false;
    if (m.params.name === "busy" && ++refused > Number(process.env.TIMES ?? 1)) return false;
    res.writeHead(429, { "retry-after": m.params.name === "never" ? "3600" : "1", "content-type": "text/plain" });
    res.end("slow down");
    return true;
  },
  call: () => text("at last"),
});
