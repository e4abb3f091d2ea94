// A list in which most entries are none.
import { reply, serve, text } from "./rpc.mjs";

const good = (name, more = {}) => ({ name, description: `Tool ${name}.`, inputSchema: { type: "object", properties: {} }, ...more });
const LISTS = {
  mixed: [null, 7, "text", [], {}, { name: 7 }, { name: "" }, { name: null }, { description: "no name" }, good("good_one"), good("x".repeat(5000)),
    { name: "schema_text", inputSchema: "{}" }, { name: "schema_list", inputSchema: [] }, { name: "schema_null", inputSchema: null },
    { name: "description_object", description: { en: "hello" }, inputSchema: { type: "object" } },
    good("annotated", { annotations: "none", title: 7, _meta: [], icons: {}, execution: null, outputSchema: "string" }),
    good("good_one"), good("good_two\u0000"), { ...good("extra"), unknownMember: { deep: [1] } }],
  object: { good_one: good("good_one") },
  nothing: undefined,
  null: null,
};
serve({ list: (id) => reply(id, { tools: LISTS[process.env.LIST ?? "mixed"] }), call: (id, p) => reply(id, text(`called ${p.name}`)) });
