// Results of legal and illegal shapes, by the name of the tool; BYTES is the size of the large ones.
import { reply, serve, text, tool, write } from "./rpc.mjs";

const BYTES = Number(process.env.BYTES ?? 100_000);
const long = () => "words and wörter 🙂 ".repeat(Math.ceil(BYTES / 22));
const RAW = {
  big_integer: '{"content":[{"type":"text","text":"see structured"}],"structuredContent":{"id":864691128455135233}}',
  proto: '{"content":[{"type":"text","text":"p"}],"structuredContent":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}',
  lone_surrogate: '{"content":[{"type":"text","text":"\\ud83d alone"}]}',
};
const RESULTS = {
  nan_text: () => text("NaN Infinity -0"),
  deep: () => { let d = 1; for (let i = 0; i < 3000; i++) d = { d }; return { content: [], structuredContent: d }; },
  unknown_block: () => ({ content: [{ type: "made_up", payload: { x: 1 } }, { type: "text", text: "after" }] }),
  resource_without_text: () => ({ content: [{ type: "resource", resource: { uri: "file:///x" } }, { type: "resource_link" }, null, 7] }),
  annotations: () => ({ content: [{ type: "text", text: "hi", annotations: { audience: ["user"], priority: 2 }, _meta: { a: 1 } }] }),
  structured_list: () => ({ content: [], structuredContent: ["first", "second"] }),
  content_text: () => ({ content: "just text" }),
  content_object: () => ({ content: { type: "text", text: "no list" } }),
  big_structured: () => ({ content: [], structuredContent: { rows: long() } }),
  big_resource: () => ({ content: [{ type: "resource", resource: { uri: "file:///x", mimeType: "text/plain", text: long() } }] }),
  big_error: () => ({ ...text(long()), isError: true }),
  many_blocks: () => ({ content: Array.from({ length: 20_000 }, (_, i) => ({ type: "text", text: `block ${i} of very many, each of them short` })) }),
  big_meta: () => ({ ...text("small"), _meta: { dump: long() } }),
};
serve({
  tools: () => [...Object.keys(RAW), ...Object.keys(RESULTS)].map((name) => tool(name, `Gives ${name}.`)),
  call: (id, p) => {
    if (RAW[p.name] !== undefined) write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${RAW[p.name]}}\n`);
    else reply(id, RESULTS[p.name]());
  },
});
