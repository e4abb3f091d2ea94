// Answers in event streams that are legal and awkward: comments, CRLF, data over several lines, ids, empty events, BOM, other events.
import { serveHttp, text, tool } from "./http-rpc.mjs";

serveHttp({
  tools: () => [tool("stream", "Answers in a stream.")],
  respond: (res, body, headers) => {
    res.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", ...headers });
    const lines = JSON.stringify(body, null, 1).split("\n").map((line) => `data:${line}`).join("\r\n");
    res.write("\ufeff: welcome\r\n\r\n");
    res.write("id: 1\r\ndata:\r\n\r\n");
    res.write("event: ping\r\ndata: {\"not\":\"ours\"}\r\n\r\n");
    res.write("retry: 10\r\n\r\n");
    for (const piece of `id: 2\r\nevent: message\r\n${lines}\r\n\r\n`.match(/[\s\S]{1,7}/g)) res.write(piece);
    res.end();
  },
  call: () => text("streamed 👩‍👩‍👧"),
});
