export const toolsUrl = "/line/line-tools";
export const whiteListUrl = `${toolsUrl}/white-list`;
export const batchesUrl = `${toolsUrl}/batches`;
export const batchUrl = ({ batchId }: { batchId: string }) => `${batchesUrl}/${batchId}`;

export const checkUrl = ({ versionUuid, direction }: { versionUuid: string; direction: number }) =>
  `${toolsUrl}/checks/${versionUuid}-${direction}`;
