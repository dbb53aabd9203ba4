import { sizeText } from "~/kit/data/files/size-text";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import type { ImportFacts } from "./import-states";

export function showFile<Row extends Pick<ImportFacts, "fileSize" | "createdAt" | "finishedAt">>(row: Row) {
  const [created, finished] = [row.createdAt, row.finishedAt].map((time) =>
    time ? formatTime(time, settings().OPERATOR_TIME_ZONE) : "",
  ) as [string, string];
  return { ...row, size: sizeText(row.fileSize), created, finished };
}
