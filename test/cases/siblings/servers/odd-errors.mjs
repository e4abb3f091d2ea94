// Errors in many shapes, by the name of the tool.
import { io, serve, tool, text } from "./rpc.mjs";

const SHAPES = {
  no_message: { code: -32000 },
  text_code: { code: "E_FAIL", message: "code is text" },
  null_error: null,
  text_error: "just text",
  huge_message: { code: -32000, message: "long ".repeat(200_000) },
  huge_data: { code: -32000, message: "small", data: { dump: "d".repeat(1_000_000) } },
  secret_data: { code: -32603, message: "failed", data: { stack: "at /srv/secret/app.js:1:1", env: { TOKEN: "s3cr3t-token" } } },
  control_characters: { code: -32000, message: "red \u001b[31malert\u001b[0m \u202e reversed \u0000 end" },
  both: { code: -32000, message: "error beside a result" },
};
serve({
  tools: () => [...Object.keys(SHAPES).map((name) => tool(name, `Fails as ${name}.`)), tool("fine", "Works.")],
  call: (id, p) => io.send(p.name === "fine"
    ? { jsonrpc: "2.0", id, result: text("fine") }
    : { jsonrpc: "2.0", id, error: SHAPES[p.name], ...(p.name === "both" ? { result: text("result beside an error") } : {}) }),
});
