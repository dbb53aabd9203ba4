import { files } from "./files";
for (const f of await files()) console.log(JSON.stringify(f));
