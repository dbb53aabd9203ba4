export { auditedFiles } from "./audited.server";
export { countMissingVoices } from "./checks/check-source.server";
export { startVoiceChecks } from "./checks/check.job.server";
export { countStandings } from "./standing.server";
export { type AheadFile, generateAhead, listAhead } from "./file-ahead.server";
export { addFile } from "./file-verbs.server";
export { generateFile } from "./generate.server";
export { markIssued } from "./issued.server";
export { makePackage, packageShape, usualFormat } from "./packages.server";
