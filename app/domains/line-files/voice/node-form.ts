import { z } from "zod";
import { NodeForm } from "~/domains/voice-versions/schema";
import { lat, lng, whole, wholePoint } from "~/kit/page/forms/rules";
import type { Node } from "~/transit/announcements/model";
import type { NodeRow } from "../schema";

/** A node of a line: where it is, then what every node has. Without a point it lies so many metres along the path. */
export const LineNodeForm = z
  .object({
    ...NodeForm.shape,
    lng: lng.optional(),
    lat: lat.optional(),
    distance: z
      .number({ error: "请输入数字" })
      .min(0, "距起点不能小于 0")
      .max(400_000, "距起点最多 400000 米")
      .optional(),
    azimuth: whole(0, 359).optional(),
    radius: whole(10, 500).optional(),
    limitSpeed: whole(5, 120).optional(),
    isReport: z.boolean().default(false),
    was: z.string().max(64).optional(),
  })
  .superRefine((values, context) => wholePoint(values, context));

export const nodeValues = (node: NodeRow, { playlists, texts }: Pick<Node, "playlists" | "texts">) => ({
  ...node,
  distance: undefined,
  items: playlists.flatMap(({ voiceUse, items }) => items.map((item) => ({ voiceUse, ...item }))),
  texts,
});
