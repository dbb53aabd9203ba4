import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { deletedRecords } from "~/kernel/db/recycle.server";
import { attempt } from "~/kernel/http/problem";
import { redirectWith } from "~/kernel/http/redirect.server";
import { RecycleScreen, recycleTable, RestoreAgain, screen } from "~/kernel/screens";
import { readState } from "~/kernel/tables/state";
import { may } from "../policy";
import { restoreStation, stationRecord } from "../queries.server";
import { stationsUrl, stationUrl } from "../urls";

export const handle = screen({ title: "站点回收站" });

export const loader = page(may.remove, async ({ url }) => {
  const state = readState(recycleTable, url);
  return { state, ...(await deletedRecords(stationRecord, { title: "staName", detail: "staSelfCode" }, state)) };
});

export const action = page(may.remove, async ({ viewer, request }) => {
  const form = await request.formData();
  const key = String(form.get("key") ?? "");
  const newCode = String(form.get("newCode") ?? "").trim();
  const done = await attempt(() => restoreStation(viewer, key, newCode || undefined));
  if (!done.ok) return data({ restore: { recordKey: key, message: done.problem.message, newCode } }, { status: 422 });
  return redirectWith(request, `已恢复站点 ${done.value.staName}`, stationUrl(done.value));
});

export default function DeletedStations() {
  const { state, rows, total } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <RecycleScreen state={state} rows={rows} total={total} backTo={stationsUrl}>
      {answer && <RestoreAgain {...answer.restore} label="新的站点编号" maxLength={20} />}
    </RecycleScreen>
  );
}
