import { pageOrCall } from "~/kit/page/http/page-or-call.server";
import { pictureAnswer } from "~/kit/data/files/picture.server";
import { problem } from "~/kit/ground/problem";
import { avatarKeyOf } from "../session/avatar.server";

/** A person's picture, for pages and programs; its address changes with the picture, so the browser may keep it. */
export const loader = pageOrCall("signed-in", async ({ request, params }) => {
  const key = /^[0-9a-f]{32}$/.test(params.userId ?? "") ? await avatarKeyOf(params.userId!) : null;
  if (!key) throw problem.missing("头像");
  return pictureAnswer(request, key, "private, max-age=86400");
});
