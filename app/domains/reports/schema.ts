import { z } from "zod";
import { hasNoControls, lat, lng, requiredText } from "~/kit/page/forms/rules";

export const mostReports = 500;

const bounded = (label: string, most: number, unit: string) =>
  z.number(`${label}应为数字`).min(0, `${label}不能小于 0`).max(most, `${label}最大为 ${most} ${unit}`);

/** One position of a device; which device is said by its own code or by its IMEI. */
export const Report = z
  .object({
    devSelfCode: z
      .string("设备编号应为文本")
      .trim()
      .min(1, "请给出设备编号")
      .max(16, "设备编号最多 16 个字")
      .refine(hasNoControls, "设备编号含有不可见的字符")
      .optional(),
    imei: z
      .string("IMEI 应为文本")
      .trim()
      .min(1, "请给出 IMEI")
      .max(32, "IMEI 最多 32 个字")
      .refine(hasNoControls, "IMEI 含有不可见的字符")
      .optional(),
    reportedAt: z.iso.datetime({ offset: true, error: "上报时间应为带时区的时间，例如 2026-05-01T08:30:00+08:00" }),
    lng,
    lat,
    speed: bounded("速度", 300, "公里/时").nullish(),
    azimuth: z
      .number("方位角应为数字")
      .int("方位角应为整数")
      .min(0, "方位角在 0 到 359 之间")
      .max(359, "方位角在 0 到 359 之间")
      .nullish(),
    mileage: bounded("里程", 99_999_999, "公里").nullish(),
    alarm: z
      .number("报警标志应为数字")
      .int("报警标志应为整数")
      .min(0, "报警标志不能小于 0")
      .max(0xffffffff, "报警标志最多 32 位")
      .nullish(),
  })
  .refine((report) => report.devSelfCode ?? report.imei, {
    path: ["devSelfCode"],
    message: "请给出 devSelfCode 或 imei",
  })
  .refine((report) => report.lng !== 0 || report.lat !== 0, { path: ["lng"], message: "没有定位：经纬度都是 0" });
export type Report = z.output<typeof Report>;

/** A batch; each report is checked by itself, so that one bad one does not keep the others out. */
export const ReportBatch = z.object({
  reports: z
    .array(
      z.record(z.string(), z.unknown()).meta({
        description:
          "devSelfCode 或 imei，reportedAt（ISO 8601，带时区），lng，lat（WGS84），可选 speed（公里/时）、azimuth（0–359）、mileage（公里）、alarm（JT/T 808 的报警标志，32 位整数；不给出表示不知道）",
      }),
      "请给出 reports 列表",
    )
    .min(1, "请至少给出一条上报")
    .max(mostReports, `一次最多 ${mostReports} 条`),
});
export const ReportAnswer = z.object({
  accepted: z.number(),
  errors: z.array(z.object({ row: z.number(), path: z.string(), message: z.string() })),
});
export type ReportAnswer = z.output<typeof ReportAnswer>;

export const TokenForm = z.object({ tokenName: requiredText("名称", 64) });

export interface TokenRow {
  tokenId: string;
  tokenName: string;
  createdAt: Date;
  createdBy: string;
  lastUsedAt: Date | null;
  endedAt: Date | null;
  endedBy: string | null;
}
