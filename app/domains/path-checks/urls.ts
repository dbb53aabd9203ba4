import type { CheckRow } from "./schema";

export const toolsUrl = "/line/line-tools";
export const whiteListUrl = `${toolsUrl}/white-list`;
export const batchesUrl = `${toolsUrl}/batches`;
export const batchUrl = ({ batchId }: { batchId: string }) => `${batchesUrl}/${batchId}`;

export const checkUrl = ({ versionUuid, direction }: { versionUuid: string; direction: number }) =>
  `${toolsUrl}/checks/${versionUuid}-${direction}`;

export const lineAt = (
  { lineUuid, classifySid, sortType, direction }: Pick<CheckRow, "lineUuid" | "classifySid" | "sortType" | "direction">,
  page = "",
) =>
  `/line/line-management/${lineUuid}${page}?${new URLSearchParams({ ...(sortType === 1 ? {} : { classify: classifySid }), direction: String(direction) })}`;
