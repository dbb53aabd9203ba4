import { z } from "zod";
import { latOf, lngOf, text } from "~/kit/page/forms/rules";
import type { Proposal } from "~/kit/page/import-flow/proposal";
import type { Undoing } from "~/kit/page/import-flow/import-life.server";
import type { UndoneLines } from "./road-users";
import type { ImportFacts } from "~/kit/page/import-flow/import-states";

const sides = z.object({
  minLng: lngOf("最小经度"),
  minLat: latOf("最小纬度"),
  maxLng: lngOf("最大经度"),
  maxLat: latOf("最大纬度"),
});

/** A rectangle in WGS84 degrees, not across the 180th meridian. */
export const RoadRectangle = sides
  .refine((box) => box.minLng < box.maxLng, { path: ["maxLng"], message: "最大经度应大于最小经度" })
  .refine((box) => box.minLat < box.maxLat, { path: ["maxLat"], message: "最大纬度应大于最小纬度" });
export type RoadRectangle = z.output<typeof RoadRectangle>;

/** A road as calls answer it; coordinates are [lng, lat] pairs, lengths metres, `maxSpeed` km/h or 0 where unknown. */
export const RoadView = z.object({
  edgeKey: z.string(),
  wayId: z.number(),
  roadName: z.string(),
  roadClass: z.string(),
  roadClassName: z.string(),
  forward: z.boolean(),
  backward: z.boolean(),
  length: z.number(),
  maxSpeed: z.number(),
  coordinates: z.array(z.tuple([z.number(), z.number()])),
});
export type RoadView = z.output<typeof RoadView>;

export function roadClassName(roadClass: string): string {
  const name = classNames[roadClass.replace(/_link$/, "")] ?? "其他道路";
  return roadClass.endsWith("_link") ? `${name}匝道` : name;
}

const classNames: Record<string, string> = {
  motorway: "高速公路",
  trunk: "快速路",
  primary: "主干路",
  secondary: "次干路",
  tertiary: "支路",
  unclassified: "一般道路",
  residential: "居住区道路",
  living_street: "生活街道",
  service: "内部道路",
  driveway: "门前车道",
  road: "未分类道路",
  busway: "公交专用道",
  bus_guideway: "导轨公交道",
  pedestrian: "步行街（公交可行）",
  track: "乡间道（公交可行）",
};

export const ConfirmForm = z.object({
  orgId: z
    .string()
    .regex(/^[0-9a-f]{32}$/, "请从列表中选择机构")
    .optional(),
  newOrgName: text(64).optional().describe("还没有机构时，新建的机构的名称"),
  roadsOnly: z.boolean().default(false).describe("只导入道路和转向限制，不导入公交线路和站点"),
});

export interface SkippedCount {
  reason: string;
  count: number;
}

export interface FileFacts {
  nodes: number;
  ways: number;
  relations: number;
  /** Node references of roads that point outside the file. */
  missingNodes: number;
  routes: number;
  bounds: RoadRectangle | null;
}

export interface RoadCounts {
  new: number;
  changed: number;
  unchanged: number;
  closed: number;
}

export interface ImportPreview {
  facts: FileFacts;
  roads: RoadCounts;
  edges: number;
  kilometres: number;
  skippedWays: SkippedCount[];
  skippedRelations: SkippedCount[];
  lines: Proposal;
  stations: Proposal;
  directions: number;
  drafts: number;
  problems: { ref: string; text: string }[];
  problemCount: number;
  /** Directions in force that drive along roads which will change or close; absent in previews made before they were looked for. */
  touched?: { checkKey: string; name: string; before: number }[];
  touchedCount?: number;
  /** Rules of turning: how many the file has, how many of them bind buses at all hours, and why the others do not; absent in previews made before they were read. */
  turns?: { read: number; kept: number; counts: RoadCounts; skipped: SkippedCount[] };
}

export interface ImportResult {
  roads: RoadCounts;
  turns?: RoadCounts;
  lines: { new: number; changed: number; unchanged: number };
  stations: { new: number; changed: number; unchanged: number };
  /** Directions checked again, those that lie on the roads less than before, and accepted stretches to look at again. */
  checked?: number;
  broken?: { checkKey: string; name: string; before: number; after: number }[];
  asked?: number;
  problems?: { ref: string; text: string }[];
  problemCount?: number;
  /** Once it was taken back: ways (with those that stay for what was done to them since), and what ran on them. */
  undone?: UndoneLines & { ways: number; keptWays: number; checked: number };
}

export type MapImportRow = ImportFacts<ImportPreview, ImportResult> & Undoing & { choices: { roadsOnly?: boolean } };
