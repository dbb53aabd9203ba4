export const checksUrl = "/voice/line-station-voice/completeness";
