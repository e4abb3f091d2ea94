// MODE=lists: declares no tools and lists some; MODE=none: declares none and knows no such method.
import { fail, reply, serve, text, tool } from "./rpc.mjs";

const lists = process.env.MODE !== "none";
serve({
  capabilities: lists ? {} : { prompts: {} },
  list: (id) => lists ? reply(id, { tools: [tool("quiet", "Listed without being declared.")] }) : fail(id, -32601, "Method not found"),
  call: (id) => reply(id, text("quiet")),
});
