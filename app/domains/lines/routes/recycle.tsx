import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { formDataOf } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { RecycleScreen, recycleTable, RestoreAgain, RestoredMany, screen } from "~/kit/page/screens";
import { restoreMany, tickedIn } from "~/kit/room/recycle.server";
import { readState } from "~/kit/page/tables/state";
import { may } from "../policy";
import { deletedLines, restoreLine } from "../queries.server";
import { linesUrl, lineUrl } from "../urls";

export const handle = screen({ title: "线路回收站" });

export const loader = page(may.remove, async ({ viewer, url }) => {
  const state = readState(recycleTable, url);
  return { state, ...(await deletedLines(viewer, state)) };
});

export const action = page(may.remove, async ({ viewer, request }) => {
  const form = await formDataOf(request);
  const ticked = tickedIn(form);
  if (ticked.length > 0) return restoreMany({ viewer, request }, { noun: "线路" }, ticked, restoreLine);
  const key = String(form.get("key") ?? "");
  const newCode = String(form.get("newCode") ?? "")
    .trim()
    .slice(0, 64);
  const done = await attempt(() => restoreLine(viewer, key, newCode ? { lineName: newCode } : {}));
  if (!done.ok)
    return data(
      { restore: { recordKey: key, message: done.problem.message, newCode, taken: done.problem.errors[0]?.path } },
      { status: 422 },
    );
  const { line, emptied } = done.value;
  const told = emptied.length > 0 ? `；${emptied.join("，")}，没有恢复，请编辑线路重新填写` : "";
  return redirectWith(request, `已恢复线路 ${line.lineName}${told}`, lineUrl(line), told ? "warning" : undefined);
});

export default function DeletedLines() {
  const { state, rows, total } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const restore = answer && "restore" in answer ? answer.restore : undefined;
  return (
    <RecycleScreen state={state} rows={rows} total={total} backTo={linesUrl}>
      {answer && "many" in answer && <RestoredMany {...answer.many} rows={rows} />}
      {restore && restore.taken !== "lineName" && (
        <p role="alert" className="notice bad">
          无法恢复：{restore.message}
        </p>
      )}
      {restore?.taken === "lineName" && <RestoreAgain {...restore} label="新的线路名称" maxLength={64} />}
    </RecycleScreen>
  );
}
