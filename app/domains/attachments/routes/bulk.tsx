import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { attempt } from "~/kit/ground/problem";
import { formDataOf } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { readState } from "~/kit/page/tables/state";
import { may, url } from "../policy";
import { findFiles, listFiles, removeFiles, usesOfFiles } from "../queries.server";
import { fileTable } from "../table";

export const handle = screen({ title: "删除附件" });

const most = 200;
const keysIn = (given: readonly unknown[]) =>
  given
    .map(String)
    .filter((key) => /^[0-9a-f]{32}$/.test(key))
    .slice(0, most + 1);

export const loader = page(may.remove, async ({ viewer, url: at }) => {
  const state = { ...readState(fileTable, at), page: 1, size: most + 1 };
  const files =
    at.searchParams.get("all") === "1"
      ? (await listFiles(viewer, state)).rows
      : await findFiles(viewer, keysIn(at.searchParams.getAll("ids")));
  const tooMany = files.length > most;
  return {
    files: tooMany ? [] : files.map(({ fileUuid, fileName }) => ({ fileUuid, fileName })),
    uses: tooMany ? [] : usesOfFiles(files),
    trouble: tooMany
      ? `一次最多删除 ${most} 个，请增加筛选条件`
      : files.length === 0
        ? "没有选择附件，或附件已经删除，请返回列表勾选"
        : undefined,
  };
});

export const action = page(may.remove, async ({ viewer, request }) => {
  const keys = keysIn((await formDataOf(request)).getAll("ids"));
  if (keys.length === 0) return data({ error: "请在列表中勾选要删除的附件" }, { status: 422 });
  const done = await attempt(() => removeFiles(viewer, keys));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(request, `已删除 ${keys.length} 个附件`, url);
});

export default function RemoveAttachments() {
  const { files, uses, trouble } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const names = files.slice(0, 20).map(({ fileName }) => fileName);
  return (
    <ConfirmScreen
      question={
        files.length === 1
          ? `删除附件 ${names[0]}？删除后不能恢复。`
          : `删除 ${files.length} 个附件：${names.join("、")}${names.length < files.length ? " 等" : ""}？删除后不能恢复。`
      }
      uses={trouble ? [{ label: trouble, count: 0, blocking: true }] : uses}
      error={answer?.error ?? trouble}
      cancelTo={url}
    >
      {files.map(({ fileUuid }) => (
        <input key={fileUuid} type="hidden" name="ids" value={fileUuid} />
      ))}
    </ConfirmScreen>
  );
}
