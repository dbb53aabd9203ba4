import { redirect } from "@remix-run/node";
import { z } from "zod";
import { routeThrough } from "~/domains/roads/queries.server";
import { page } from "~/kit/page/http/page.server";
import { chineseMessage } from "~/kit/page/forms/messages";
import { readBody } from "~/kit/page/http/body.server";
import { attempt } from "~/kit/ground/problem";
import { may } from "~/domains/lines/policy";
import { requireVariant } from "~/domains/line-versions/queries.server";
import { lineUrl } from "~/domains/lines/urls";

const Asked = z.object({
  places: z
    .array(
      z.object({
        lng: z.number().min(-180).max(180),
        lat: z.number().min(-90).max(90),
        heading: z.number().min(0).max(360).optional(),
      }),
    )
    .min(2, "请给出至少 2 个点")
    .max(1001, "一次最多 1000 段"),
});

/** Nothing to look at: the editor asks here. */
export const loader = page(may.write, async ({ viewer, params }) =>
  redirect(`${lineUrl(await requireVariant(viewer, { lineUuid: params.lineUuid }))}/map`),
);

/** For the map editor: the legal drive from each place to the next, as JSON; where there is none, 422 and the reason. */
export const action = page(may.write, async ({ viewer, request, params }) => {
  await requireVariant(viewer, { lineUuid: params.lineUuid });
  const asked = Asked.safeParse(await readBody(request).catch(() => null), { error: chineseMessage });
  if (!asked.success)
    return Response.json({ message: asked.error.issues[0]?.message ?? "无法读取请求" }, { status: 400 });
  const found = await attempt(() => routeThrough(viewer, asked.data.places));
  if (!found.ok) return Response.json({ message: found.problem.message }, { status: 422 });
  return Response.json({ legs: found.value.map(({ path, broken, reason }) => ({ path, broken, reason })) });
});
