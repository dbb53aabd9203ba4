import { data } from "@remix-run/node";
import type { ViewerCall } from "~/kit/page/http/page.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { formDataOf, readReason } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { requireRecord } from "~/kit/room/pages.server";
import { recordUrl } from "~/kit/room/room";
import { findUser, refuseChief } from "./queries.server";
import { type UserRow, userRoom } from "./room";

export async function askVerb(call: ViewerCall) {
  const user = await requireRecord(call, userRoom, findUser);
  refuseChief(call.viewer, user);
  return { user };
}

export async function doVerb(call: ViewerCall, verb: (viewer: Viewer, user: UserRow) => Promise<string>) {
  const user = await requireRecord(call, userRoom, findUser);
  const reason = readReason(await formDataOf(call.request));
  const done = await attempt(() => verb({ ...call.viewer, reason }, user));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(call.request, done.value, recordUrl(userRoom, user));
}
