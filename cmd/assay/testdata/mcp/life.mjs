// A client from npm takes a source of a vault as far as it can: life.mjs MODULES PROGRAM VAULT STEP URL.
// What each tool answers is printed as one JSON object, by the names of the tools.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, program, vault, step, url] = process.argv.slice(2);
const require = createRequire(modules + "/package.json");
const load = (name) => import(pathToFileURL(require.resolve("@modelcontextprotocol/sdk/" + name)));
const { Client } = await load("client/index.js");
const { StdioClientTransport } = await load("client/stdio.js");

const client = new Client({ name: "life", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command: program, args: ["mcp", vault, "--as", "npm"], env: process.env }));
const { tools } = await client.listTools(); // with the schemas, which answers are held to
const answers = { tools: tools.map((t) => t.name) };
const call = async (name, args) => {
  const r = await client.callTool({ name, arguments: args });
  answers[name] = { failed: r.isError ?? false, ...r.structuredContent };
};

if (step === "ask") {
  await call("propose_source_intake", { target: url, reason: "the note on steeping tea" });
  await call("execute_source_crawl", { source: url });
} else if (step === "take") {
  await call("orchestrate_ingestion", { source: url });
  await call("execute_source_crawl", { source: url });
  await call("index_crawled_source", { source: url });
  await call("verify_source_index", { source: url });
  await call("semantic_search_sources", { query: "how hot is green tea steeped" });
  await call("promote_synthesis_candidate", { topic: "Steeping tea" });
}
await call("show_source", { source: url });
await client.close();
console.log(JSON.stringify(answers));
