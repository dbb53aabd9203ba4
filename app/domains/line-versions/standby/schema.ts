import { z } from "zod";
import { recordKey, text, version } from "~/kit/page/forms/rules";
import { direction } from "../version-schema";

const staUuid = z.string({ error: "请选择站点" }).regex(/^[0-9a-f]{32}$/, "请选择站点");

/** A station kept with a direction of a line for detours. */
export const StandbyForm = z.object({
  direction: z.coerce.number({ error: "请选择方向" }).pipe(direction),
  staUuid,
  /** The station of the running sequence that it stands in for. */
  replacesUuid: staUuid.nullish(),
  remark: text(255).nullish(),
  version,
});
export type StandbyValues = Omit<z.output<typeof StandbyForm>, "version">;
export const StandbyChange = StandbyForm.pick({ replacesUuid: true, remark: true, version: true });

/** Puts a standby station into a draft: in the place of a station, or before a serial. */
export const SwapForm = z
  .object({
    place: z.enum(["replace", "insert"], { error: "请选择替换站点，或插入到某一站之前" }),
    replacesUuid: staUuid.nullish(),
    at: z.number({ error: "请输入站序" }).int("请输入整数").min(1, "站序从 1 开始").max(500, "站序最大 500").nullish(),
    /** The station taken out becomes a standby one itself. */
    keep: z.boolean().default(false),
    version,
    reason: text(255).nullish(),
  })
  .refine(({ place, replacesUuid }) => place !== "replace" || replacesUuid, {
    path: ["replacesUuid"],
    message: "请选择要替换的站点",
  })
  .refine(({ place, at }) => place !== "insert" || at, { path: ["at"], message: "请输入插入到第几站之前" });
export type SwapValues = z.output<typeof SwapForm>;

export const StandbyRow = z.object({
  standbyUuid: recordKey,
  lineUuid: recordKey,
  direction: z.number(),
  staUuid: z.string(),
  staName: z.string(),
  staSelfCode: z.string(),
  lng: z.number(),
  lat: z.number(),
  replacesUuid: z.string().nullable(),
  replacesName: z.string().nullable(),
  remark: z.string().nullable(),
  version: z.number(),
});
export type StandbyRow = z.output<typeof StandbyRow>;
