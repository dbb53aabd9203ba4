import { z } from "zod";
import { pageKinds } from "~/kit/page/islands/page-kinds";
import { defineTable } from "~/kit/page/tables/define-table";

const milliseconds = z.coerce.number().min(0).max(600_000);

/** What a browser says of one page. */
export const PageSpeed = z.object({
  kind: z.enum(Object.keys(pageKinds) as [keyof typeof pageKinds]),
  paint: milliseconds,
  load: milliseconds,
});
export type PageSpeed = z.output<typeof PageSpeed>;

/** Of one kind of page: how often it was told of, and milliseconds until something was shown and until all was there. */
export interface SpeedOfKind {
  kind: string;
  loads: number;
  paint50: number;
  paint95: number;
  paint99: number;
  load50: number;
  load95: number;
  load99: number;
}

const figure = (id: Exclude<keyof SpeedOfKind, "kind">, header: string) =>
  ({ id, header, width: 86, align: "right" }) as const;

export const pageSpeedTable = defineTable<SpeedOfKind>()({
  columns: [
    { id: "kind", header: "页面" },
    figure("loads", "次数"),
    figure("paint50", "显示，一半"),
    figure("paint95", "显示，95%"),
    figure("paint99", "显示，99%"),
    figure("load50", "齐备，一半"),
    figure("load95", "齐备，95%"),
    figure("load99", "齐备，99%"),
  ],
  filters: z.object({}),
  filterFields: [],
  sortBy: "",
  rowKey: ({ kind }) => kind,
});
