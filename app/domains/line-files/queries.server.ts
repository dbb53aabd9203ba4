export { auditedFiles } from "./audited.server";
export { countStandings } from "./standing.server";
export { addFile } from "./file-verbs.server";
export { generateFile } from "./generate.server";
