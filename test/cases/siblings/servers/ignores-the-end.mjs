// Ignores the end of its input and SIGTERM, and has a child that does the same.
import { spawn } from "node:child_process";
import { reply, serve, text, tool } from "./rpc.mjs";

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
spawn(process.execPath, ["-e", "for (const s of ['SIGTERM','SIGINT','SIGHUP']) process.on(s, () => {}); setInterval(() => {}, 1000)"], { stdio: "ignore" });
setInterval(() => {}, 1000);
serve({ tools: () => [tool("stay", "Stays.")], call: (id) => reply(id, text("here")), closed: () => {} });
