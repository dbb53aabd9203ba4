import { data } from "@remix-run/node";
import type { ViewerCall } from "~/kernel/access/page.server";
import type { Viewer } from "~/kernel/access/viewer";
import { formDataOf } from "~/kernel/forms/read-form";
import { attempt } from "~/kernel/http/problem";
import { redirectWith } from "~/kernel/http/redirect.server";
import { recordAt } from "~/kernel/rooms/pages.server";
import { recordUrl } from "~/kernel/rooms/room";
import { findUser, refuseChief } from "./queries.server";
import { userRoom } from "./room";
import type { UserRow } from "./schema";

/** The user that a page asks about before it changes them. */
export async function askVerb(call: ViewerCall) {
  const user = await recordAt(call, userRoom, findUser);
  refuseChief(call.viewer, user);
  return { user };
}

/** Changes the address's user with the reason given and goes back to their page; refused, the page says why. */
export async function doVerb(call: ViewerCall, verb: (viewer: Viewer, user: UserRow) => Promise<string>) {
  const user = await recordAt(call, userRoom, findUser);
  const reason =
    String((await formDataOf(call.request)).get("reason") ?? "")
      .trim()
      .slice(0, 200) || undefined;
  const done = await attempt(() => verb({ ...call.viewer, reason }, user));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(call.request, done.value, recordUrl(userRoom, user));
}
