import { data } from "@remix-run/node";
import { page } from "~/kit/page/http/page.server";
import { formDataOf } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { screen } from "~/kit/page/screens";
import { loadRecyclePage, restoreMany, tickedIn } from "~/kit/room/recycle.server";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { lineSearch, restoreLine } from "../queries.server";
import { lineRoom } from "../line-room";
import { lineUrl } from "../urls";

export const handle = screen({ title: recycleTitle(lineRoom) });

export const loader = page(may.remove, (call) =>
  loadRecyclePage(call, lineSearch, { title: "lineName", detail: "lineId" }),
);

export const action = page(may.remove, async ({ viewer, request }) => {
  const form = await formDataOf(request);
  const ticked = tickedIn(form);
  if (ticked.length > 0) return restoreMany({ viewer, request }, lineRoom, ticked, restoreLine);
  const key = String(form.get("key") ?? "");
  const newCode = String(form.get("newCode") ?? "")
    .trim()
    .slice(0, 64);
  const done = await attempt(() => restoreLine(viewer, key, newCode ? { lineName: newCode } : {}));
  if (!done.ok) {
    const { message, errors } = done.problem;
    const askCode = errors[0]?.path === "lineName";
    return data({ refused: { recordKey: key, newCode, message, askCode } }, { status: 422 });
  }
  const { line, emptied } = done.value;
  const note = emptied.length > 0 ? `；${emptied.join("，")}，没有恢复，请编辑线路重新填写` : "";
  return redirectWith(request, `已恢复线路 ${line.lineName}${note}`, lineUrl(line), note ? "warning" : undefined);
});

export default function DeletedLines() {
  return <RecycleBin room={lineRoom} />;
}
