// Calls end in other ways than MCP: html, empty, teapot, garbage, reset, hang, half, wrong_type, wrong_id, bomb; `fine` works.
import { gzipSync } from "node:zlib";
import { json, result, serveHttp, text, tool } from "./http-rpc.mjs";

const FAULTS = {
  html: (res) => res.writeHead(502, { "content-type": "text/html" }).end(`<html><body><h1>502</h1>${"<p>bad gateway</p>".repeat(5000)}</body></html>`),
  empty: (res) => res.writeHead(200, { "content-type": "application/json" }).end(),
  teapot: (res) => res.writeHead(418, { "content-type": "application/json" }).end('{"error":"teapot"}'),
  garbage: (res) => res.writeHead(200, { "content-type": "application/json" }).end('{"jsonrpc":"2.0","id":'),
  reset: (res) => res.destroy(),
  hang: () => {},
  half: (res) => { res.writeHead(200, { "content-type": "application/json", "content-length": "1000" }); res.write('{"jsonrpc"'); setTimeout(() => res.destroy(), 50); },
  wrong_type: (res, m) => res.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end(JSON.stringify(result(m.id, text("plain")))),
  wrong_id: (res, m) => json(res, result(`${m.id}-other`, text("for somebody else"))),
  accepted: (res) => res.writeHead(202).end(),
  bomb: (res, m) => {
    const body = gzipSync(JSON.stringify(result(m.id, text("0".repeat(300_000_000)))));
    res.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(body);
  },
};
serveHttp({
  tools: () => [...Object.keys(FAULTS).map((name) => tool(name, `Ends as ${name}.`)), tool("fine", "Works.")],
  call: (m, _req, res) => (m.params.name === "fine" ? text("fine") : (FAULTS[m.params.name](res, m), undefined)),
});
