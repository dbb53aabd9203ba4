import { redirect } from "@remix-run/node";
import { page } from "~/kit/page/http/page.server";
import { formDataOf } from "~/kit/page/forms/read-form";
import { problem } from "~/kit/ground/problem";
import { stepResource } from "../queries.server";
import { resourceRoom } from "../room";

export const loader = page(resourceRoom.may.read, async () => redirect(resourceRoom.url));

export const action = page(resourceRoom.may.write, async ({ viewer, request }) => {
  const form = await formDataOf(request);
  const [name, key] = [...form].find(([pressed]) => pressed === "up" || pressed === "down") ?? [];
  if (typeof key !== "string") throw problem.missing("资源");
  const { appId, resourceId } = await stepResource(viewer, key, name === "up" ? -1 : 1);
  return redirect(`${resourceRoom.url}?appId=${appId}&open=${resourceId}`, 303);
});
