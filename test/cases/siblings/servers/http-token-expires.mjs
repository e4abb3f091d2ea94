// The token is good for the first call only; from then on 401 with a challenge.
import { json, serveHttp, state, text, tool } from "./http-rpc.mjs";

serveHttp({
  tools: () => [tool("secret_note", "Needs a token.")],
  before: (_req, res, m) => {
    if (m?.method !== "tools/call" || m.params.name === "probe_state" || state.calls < 1) return false;
    json(res, { error: "invalid_token" }, { "www-authenticate": 'Bearer error="invalid_token", error_description="expired"' }, 401);
    return true;
  },
  call: () => text("noted"),
});
