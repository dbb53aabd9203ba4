import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";
import type { Hearing } from "./hearings.server";
import { durationWords } from "~/transit/sound/duration-words";
import { changedKey } from "./parts";

/** What parts are called, by the names that a line's directions have. */
export function nameParts(directions: readonly { direction: number; directionName: string }[]) {
  return (key: string): string => {
    if (key === changedKey) return "有变化的报站";
    const [direction, side] = key.split("-");
    const way = directions.find((one) => String(one.direction) === direction);
    return way ? `${way.directionName}${side === "inside" ? "车内" : "车外"}` : "公共语音";
  };
}

/** `heard` is what its parts are called. */
export interface ShownHearing extends Hearing {
  heard: string;
}

export const hearingTable = defineTable<ShownHearing>()({
  columns: [
    { id: "at", header: "时间", width: 160 },
    { id: "heardBy", header: "谁", width: 120 },
    {
      id: "heard",
      header: "听了",
      cell: ({ heard, reason }) => heard || (reason ? "没有听" : "没有变化的，不用再听"),
    },
    {
      id: "seconds",
      header: "多少",
      width: 180,
      cell: ({ seconds, totalSeconds }) => `${durationWords(1000 * seconds)}，共 ${durationWords(1000 * totalSeconds)}`,
    },
    { id: "reason", header: "没有全部听的原因", cell: ({ reason }) => reason ?? "—" },
  ],
  filters: z.object({}),
  filterFields: [],
  sortBy: "at",
  rowKey: ({ at, heardBy, parts }) => [at, heardBy, ...parts].join(" "),
});
