import path from "node:path";
import { pathToFileURL } from "node:url";

const { entry } = await import(pathToFileURL(path.resolve(process.env.SERVER_BUILD ?? "build/server/index.js")).href);

await entry.module.prepare();
await entry.module.shutdown?.();
process.exit(0);
