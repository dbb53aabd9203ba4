export { typeRecord } from "./audio-types.server";
export { auditedTypes } from "./audited.server";
export { type Clip, clipsByKeys, stationClips } from "./clips.server";
export { heldByMadeClips, type MadeClip, madeClip, releaseMadeClips, withMadeClips } from "./made-clips.server";
export { registerReplacing } from "./replace-clip.server";
export { clipOptions, offerPhrases } from "./offers.server";
export { importUrl } from "./import-row";
export { agreeToWords, speakMissing, speakNames, speakWords } from "./other-names.server";
export { audioJobs } from "./import-steps.server";
