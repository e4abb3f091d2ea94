// During a call it asks its client: ping, roots, sampling, elicitation, something unknown; it answers when all have been answered.
import { io, reply, serve, state, text, tool } from "./rpc.mjs";

const METHODS = ["ping", "roots/list", "sampling/createMessage", "elicitation/create", "made/up"];
const waiting = new Map();
serve({
  tools: () => [tool("ask", "Asks the client five things.")],
  call: (id) => {
    const seen = {};
    METHODS.forEach((method, i) => {
      const own = i % 2 === 0 ? `q-${id}-${i}` : 1000 + i;
      waiting.set(own, (m) => {
        seen[method] = m.error ? "error" : "result";
        if (Object.keys(seen).length === METHODS.length) reply(id, text(`${METHODS.map((one) => `${one}=${seen[one]}`).join(" ")} of ${state.answers.length}`));
      });
      const params = { messages: [], maxTokens: 5, message: "?", requestedSchema: { type: "object", properties: {} } };
      io.send({ jsonrpc: "2.0", id: own, method, ...(method === "ping" ? {} : { params }) });
    });
  },
  response: (m) => waiting.get(m.id)?.(m),
});
