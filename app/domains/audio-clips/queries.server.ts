export { type Clip, clipsByKeys, stationClips } from "./clips.server";
export { type MadeClip, madeClip, withMadeClips } from "./made-clips.server";
export { clipOptions, offerClips } from "./offers.server";
export { countUses } from "./uses.server";
