export const filesUrl = "/voice/file-management";
export const fileUrl = ({ fileUuid }: { fileUuid: string }) => `${filesUrl}/${fileUuid}`;
export const batchUrl = ({ batchUuid }: { batchUuid: string }) => `${filesUrl}/batches/${batchUuid}`;
/** Where a file's nodes are edited; one of them by its serial. */
export const stationVoiceUrl = ({ fileUuid }: { fileUuid: string }, at?: { direction: number; serial: number }) =>
  `/voice/line-station-voice/${fileUuid}${at ? `?direction=${at.direction}#node-${at.direction}-${at.serial}` : ""}`;
export const fileHistoryUrl = ({ classifySid }: { classifySid: string }) =>
  `/voice/line-station-voice-history?classifySid=${classifySid}`;
export const newFileUrl = (classifySid: string) => `${filesUrl}/new?classifySid=${classifySid}`;
export const batchesUrl = `${filesUrl}/batches`;
export const checksUrl = "/voice/line-station-voice/completeness";
/** Where one listens to a file before it goes out, and a part of it as one sound. */
export const listenUrl = (file: { fileUuid: string }) => `${fileUrl(file)}/listen`;
export const soundOfFileUrl = (file: { fileUuid: string }, part: string, serial?: number) =>
  `${stationVoiceUrl(file)}/sound?${new URLSearchParams({ part, ...(serial !== undefined && { serial: String(serial) }) }).toString()}`;
export const otherFilesUrl = `${filesUrl}/files`;
