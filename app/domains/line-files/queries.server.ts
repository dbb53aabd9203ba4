export { auditedFiles } from "./audited.server";
export { listFiles } from "./detail.server";
export { loadContent } from "./file-content.server";
export { countStandings } from "./standing.server";
export { addFile } from "./file-verbs.server";
export { generateFile } from "./generate.server";
