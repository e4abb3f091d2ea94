// Dies in the call of `boom`. Each start (counted in STATE_FILE) lists other tools.
import { readFileSync, writeFileSync } from "node:fs";
import { reply, serve, text, tool } from "./rpc.mjs";

const file = process.env.STATE_FILE;
let starts = 0;
try { starts = Number(readFileSync(file, "utf8")); } catch {}
writeFileSync(file, String(starts + 1));
serve({
  tools: () => starts === 0
    ? [tool("boom", "Dies."), tool("old_report", "Write the quarterly report of before.")]
    : [tool("new_report", "Write the quarterly report of now.")],
  call: (id, p) => {
    if (p.name === "boom") process.exit(9);
    reply(id, text(`${p.name} of start ${starts}`));
  },
});
