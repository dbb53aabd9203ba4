export const historyUrl = "/voice/line-station-voice-history";
