import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { attempt } from "~/kit/ground/problem";
import { formDataOf, readReason } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { requireRecord } from "~/kit/room/pages.server";
import { findRow } from "~/kit/room/source.server";
import { packageRoom } from "../room";
import { packageSource } from "../source.server";
import { takeBack } from "../take-back.server";
import { packageUrl } from "../urls";

export const handle = screen({
  title: ({ record }: { record: { packageName: string } }) => `撤回 ${record.packageName}`,
});

export const loader = page(packageRoom.may.confirm, async (call) => ({
  record: await requireRecord(call, packageRoom, (viewer, key) => findRow(packageSource, viewer, key)),
}));

export const action = page(packageRoom.may.confirm, async ({ viewer, request, params }) => {
  const packageUuid = params.packageUuid!;
  const reason = readReason(await formDataOf(request));
  if (!reason) return data({ error: "请说明为什么撤回" }, { status: 422 });
  const done = await attempt(() => takeBack(viewer, packageUuid, reason));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  const message = done.value.state === 0 ? "已撤回，变更包又是草稿" : "已撤回，线路、站点和围栏恢复到变更包之前";
  return redirectWith(request, message, packageUrl(packageUuid));
});

export default function TakeBack() {
  const { record } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as { error: string } | undefined;
  return (
    <ConfirmScreen
      question={
        record.state === 2
          ? `撤回已生效的变更包“${record.packageName}”？其中的线路从今天起按以前的版本运行，站点和围栏恢复原来的内容。`
          : `撤回变更包“${record.packageName}”？其中的线路版本变回草稿，变更包可以继续修改。`
      }
      confirm="撤回"
      cancelTo={packageUrl(record.packageUuid)}
      askReason
      error={answer?.error}
    >
      <p className="quiet">为它生成的线路文件作废，还没有下发到车辆的不再下发。</p>
    </ConfirmScreen>
  );
}
