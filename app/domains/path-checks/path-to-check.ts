import { z } from "zod";
import { CRS, worldEdge } from "~/transit/geo/coordinates";

const number = z.number({ error: "应为数字" });
const position = z.tuple([number, number], { error: "应为 [经度, 纬度]" });
const bounds = {
  metres: [worldEdge, worldEdge],
  degrees: [180, 90],
  words: {
    metres: ["EPSG:3857 的坐标以米计，在 ±20037509 之间", "EPSG:3857 的坐标以米计，在 ±20037509 之间"],
    degrees: ["经度在 -180 到 180 之间", "纬度在 -90 到 90 之间"],
  },
} as const;
export const PathToCheck = z
  .object({
    path: z
      .array(position, { error: "请给出路径的点" })
      .min(2, "路径至少需要 2 个点")
      .max(20_000, "路径最多 20000 个点"),
    crs: z.enum(CRS, { error: "坐标系应为 WGS84、GCJ02、BD09 或 EPSG:3857" }).default("WGS84"),
  })
  .superRefine(({ path, crs }, check) => {
    const unit = crs === "EPSG:3857" ? "metres" : "degrees";
    path.forEach((point, at) =>
      point.forEach((value, axis) => {
        if (Math.abs(value) > bounds[unit][axis]!)
          check.addIssue({ code: "custom", path: ["path", at, axis], message: bounds.words[unit][axis]! });
      }),
    );
  });
