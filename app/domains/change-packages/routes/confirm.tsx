import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { attempt } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { formDataOf } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { requireRecord } from "~/kit/room/pages.server";
import { findRow } from "~/kit/room/source.server";
import { confirmPackage } from "../confirm.server";
import { showItems } from "../item-words.server";
import { packageRoom } from "../room";
import { packageSource } from "../source.server";
import { packageUrl } from "../urls";

export const handle = screen({
  title: ({ record }: { record: { packageName: string } }) => `确认 ${record.packageName}`,
});

export const loader = page(packageRoom.may.confirm, async (call) => {
  const record = await requireRecord(call, packageRoom, (viewer, key) => findRow(packageSource, viewer, key));
  return { record, items: await showItems(record.packageUuid, []), isToday: record.effectiveDay <= today() };
});

export const action = page(packageRoom.may.confirm, async ({ viewer, request, params }) => {
  const packageUuid = params.packageUuid!;
  const version = Number((await formDataOf(request)).get("version")) || undefined;
  const done = await attempt(() => confirmPackage(viewer, packageUuid, version));
  if (!done.ok) {
    const errors = done.problem.errors.map(({ message }) => message);
    return data({ error: errors.join("；") || done.problem.message }, { status: 409 });
  }
  const { effectiveDay } = done.value;
  const message = effectiveDay <= today() ? "变更包已生效" : `已确认，${effectiveDay} 零点起一起生效`;
  return redirectWith(request, message, packageUrl(packageUuid));
});

export default function ConfirmPackage() {
  const { record, items, isToday } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as { error: string } | undefined;
  return (
    <ConfirmScreen
      question={`确认变更包“${record.packageName}”？${isToday ? "其中的变更现在一起生效。" : `其中的变更 ${record.effectiveDay} 零点起一起生效。`}`}
      confirm="确认变更包"
      version={record.version}
      cancelTo={packageUrl(record.packageUuid)}
      error={answer?.error}
    >
      <ul>
        {items.map(({ itemUuid, kindName, title, changes }) => (
          <li key={itemUuid}>
            {kindName} {title}：{changes.join("；")}
          </li>
        ))}
      </ul>
      <p className="quiet">确认后不能再修改内容；在此之前或之后都可以整体撤回。有一项不能生效，就全部不生效。</p>
    </ConfirmScreen>
  );
}
