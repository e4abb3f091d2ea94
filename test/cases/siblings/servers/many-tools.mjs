// COUNT tools on one page, one of which has a schema of a megabyte.
import { reply, serve, text, tool } from "./rpc.mjs";

const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`field_${i}`, { type: "string", description: "A field among very many, with a text of its own." }]));
const tools = Array.from({ length: Number(process.env.COUNT ?? 3000) }, (_, i) => tool(`op_${i}`, `Operation number ${i} of the giant.`, { a: { type: "string" } }));
serve({
  tools: () => [...tools, tool("wide_form", "Fill in the very wide form.", wide)],
  call: (id, p) => reply(id, text(`${p.name} ${Object.keys(p.arguments ?? {}).length}`)),
});
