export { auditedFiles } from "./audited.server";
export { countMissingVoices } from "./checks/check-source.server";
export { startVoiceChecks } from "./checks/check.job.server";
export { countStandings } from "./standing.server";
export { addFile } from "./file-verbs.server";
export { generateFile } from "./generate.server";
export { markIssued } from "./issued.server";
export { makePackage, packageShape, preparePackage, usualFormat } from "./packages.server";
export { listStandings } from "./standing.server";
