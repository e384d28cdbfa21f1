// A chat server over llama.cpp: the OpenAI surface that llama-server has, as far as a
// chat needs it. Tokens, cache and window are llama.cpp's own.
//
//   node server.mjs PACKAGE WEIGHTS N_CTX
//
// PACKAGE is the entry of node-llama-cpp; "listening on URL" is printed when it is up.
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

const [, , entry, weights, size] = process.argv;
const { getLlama, LlamaLogLevel } = await import(pathToFileURL(entry).href);
const llama = await getLlama({ gpu: false, build: "never", logLevel: LlamaLogLevel.error });
const model = await llama.loadModel({ modelPath: weights });
const context = await model.createContext({ contextSize: Number(size), sequences: 1, threads: 1 }); // of so little work one thread does more than two
const sequence = context.getSequence();
const longest = 16; // tokens of a reply: made-up weights know no end

// text is a request as the model reads it, by a plain template.
function text(body) {
  const said = (content) => (Array.isArray(content) ? content.map((part) => part.text ?? "").join("") : content ?? "");
  let out = body.tools ? `<|tools|>\n${JSON.stringify(body.tools)}\n` : "";
  for (const m of body.messages) {
    out += `<|${m.role}|>\n${said(m.content)}${m.tool_calls ? JSON.stringify(m.tool_calls) : ""}\n`;
  }
  return out + "<|assistant|>\n";
}

async function answer(body, write) {
  const prompt = model.tokenize(text(body));
  if (prompt.length >= sequence.contextSize) {
    return { tooLong: prompt.length };
  }
  // What is in the state already is not read again; the last token always is.
  await sequence.adaptStateToTokens(prompt.slice(0, -1), false);
  const cached = sequence.nextTokenIndex;
  const room = Math.min(longest, body.max_tokens ?? longest, sequence.contextSize - prompt.length);
  const made = [];
  for await (const token of sequence.evaluate(prompt.slice(cached), { temperature: 1, seed: prompt.length, yieldEogToken: true })) {
    if (model.isEogToken(token)) continue; // it means nothing here
    made.push(token);
    write(model.detokenize([token]));
    if (made.length >= room) break;
  }
  return { usage: { prompt_tokens: prompt.length, completion_tokens: made.length, total_tokens: prompt.length + made.length, prompt_tokens_details: { cached_tokens: cached } } };
}

function json(res, status, value) {
  res.writeHead(status, { "Content-Type": "application/json" });
  res.end(JSON.stringify(value));
}

let busy = Promise.resolve(); // one sequence: one request after the other
const server = createServer(async (req, res) => {
  if (req.url === "/props") return json(res, 200, { default_generation_settings: { n_ctx: sequence.contextSize } });
  if (req.url !== "/v1/chat/completions") return json(res, 404, { error: { code: 404, message: "File Not Found", type: "not_found_error" } });
  let raw = "";
  for await (const piece of req) raw += piece;
  const body = JSON.parse(raw);
  busy = busy.then(async () => {
    const chunk = (delta, finish) => ({ object: "chat.completion.chunk", model: body.model, choices: [{ index: 0, delta, finish_reason: finish }] });
    const send = (value) => {
      if (!res.headersSent) res.writeHead(200, { "Content-Type": "text/event-stream" });
      res.write(`data: ${JSON.stringify(value)}\n\n`);
    };
    const done = await answer(body, (content) => send(chunk({ content }, null)));
    if (done.tooLong) {
      return json(res, 400, { error: { code: 400, message: "the request exceeds the available context size, try increasing it", type: "exceed_context_size_error", n_prompt_tokens: done.tooLong, n_ctx: sequence.contextSize } });
    }
    send(chunk({}, "stop"));
    send({ ...chunk({}, null), choices: [], usage: done.usage });
    res.end("data: [DONE]\n\n");
  }).catch((err) => { console.error(err); res.destroy(); });
});
server.listen(0, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
