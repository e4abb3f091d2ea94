// A call answers in a stream that breaks off after the first event, with an id; asked for the rest it gives it (RESUME=1) or refuses.
import { result, serveHttp, state, text, tool } from "./http-rpc.mjs";

let open;
serveHttp({
  tools: () => [tool("long_job", "Takes its time."), tool("calm", "Answers.")],
  before: (req, res) => {
    if (req.method !== "GET") return false;
    state.resumed = req.headers["last-event-id"] ?? null;
    if (process.env.RESUME !== "1" || req.headers["last-event-id"] !== "ev-1" || open === undefined) return false;
    res.writeHead(200, { "content-type": "text/event-stream" });
    res.end(`id: ev-2\ndata: ${JSON.stringify(result(open, text("job finished")))}\n\n`);
    return true;
  },
  call: (m, _req, res) => {
    if (m.params.name === "calm") return text("calm");
    open = m.id;
    res.writeHead(200, { "content-type": "text/event-stream" });
    res.write('id: ev-1\nretry: 50\ndata: \n\n');
    setTimeout(() => res.destroy(), 100);
    return undefined;
  },
});
