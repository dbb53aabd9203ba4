import { entry } from "../build/server/index.js";

await entry.module.prepare();
await entry.module.shutdown?.();
process.exit(0);
