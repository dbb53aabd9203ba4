import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { register } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { printLine } from "~/kit/ground/log.server";

/** `npm run client [-- <folder>]`: writes the client for other programs, its types from the document of the calls. */
const folder = path.resolve(process.argv[2] ?? "build/api-client");
// Rooms bring the styles and pictures of their pages along.
const withoutStyles = `export const load = (url, context, next) => /\\.(css|svg)$/.test(url.split("?")[0]) ? { format: "module", source: "export default {}", shortCircuit: true } : next(url, context)`;
register(`data:text/javascript,${encodeURIComponent(withoutStyles)}`);
const [{ apiCalls }, { describeCalls }] = await Promise.all([
  import("~/calls/calls.server"),
  import("~/calls/description.server"),
]);

const file = ts.factory.createTypeReferenceNode("Blob");
const transform = ({ format }: { format?: string }) => (format === "binary" ? file : undefined);
const types = astToString(await openapiTS(describeCalls() as never, { transform }));
const gets = [...apiCalls].flatMap(([name, { method }]) => (method === "GET" ? [name] : []));
const entry = `import { type Client, createClient, type Surroundings } from "./client";
import type { paths } from "./calls";

export type { CallInput as Sent, Data, Envelope, Surroundings } from "./client";
export type BusClient = Client<paths>;

const gets = ${JSON.stringify(gets)};

export const connect = (surroundings: Surroundings): BusClient => createClient<paths>(gets, surroundings);
`;
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, "calls.ts"), types);
writeFileSync(path.join(folder, "index.ts"), entry);
copyFileSync(fileURLToPath(new URL("api-client/client.ts", import.meta.url)), path.join(folder, "client.ts"));
printLine(`${apiCalls.size} 个接口的客户端已写入 ${folder}`);
process.exit(0);
