import { redirect } from "@remix-run/node";
import { page } from "~/kit/page/http/page.server";
import { formDataOf } from "~/kit/page/forms/read-form";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { requireRecord } from "~/kit/room/pages.server";
import { findOrganisation, shiftOrganisation } from "../queries.server";
import { organisationRoom } from "../room";

/** A GET, as when a browser comes back here after signing in, shows the tree. */
export const loader = page(organisationRoom.may.write, async (call) =>
  redirect(`${organisationRoom.url}?open=${(await requireRecord(call, organisationRoom, findOrganisation)).orgId}`),
);

export const action = page(organisationRoom.may.write, async ({ viewer, request, params }) => {
  const by = (await formDataOf(request)).get("by") === "up" ? "up" : "down";
  const { orgId, orgName } = await shiftOrganisation(viewer, params.orgId!, by);
  return redirectWith(
    request,
    `已${by === "up" ? "上移" : "下移"} ${orgName}`,
    `${organisationRoom.url}?open=${orgId}#node-${orgId}`,
  );
});
