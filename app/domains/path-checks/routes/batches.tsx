import { useActionData, useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { ChoiceField, RadioField } from "~/kit/page/forms/fields";
import { Fields } from "~/kit/page/forms/form-parts";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen, screen, Section } from "~/kit/page/screens";
import { PlainTable } from "~/kit/page/tables/plain-table";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { may } from "../policy";
import { listBatches, startBatch } from "../queries.server";
import { BatchForm } from "../schema";
import { batchTable } from "../table";
import { batchUrl, toolsUrl } from "../urls";

export const handle = screen({ title: "批量检查与匹配" });

export const loader = page(may.read, async ({ viewer }) => {
  const zone = settings().OPERATOR_TIME_ZONE;
  const [batches, organisations] = await Promise.all([listBatches(viewer), organisationChoices(viewer)]);
  return {
    batches: batches.map((batch) => ({ ...batch, created: formatTime(new Date(batch.createdAt), zone) })),
    organisations,
    mayWrite: allows(viewer, may.write),
  };
});

export const action = page(may.write, async ({ viewer, request }) => {
  const sent = await readForm(request, BatchForm);
  if (sent.status !== "success") return again(sent);
  const done = await attempt(() => startBatch(viewer, sent.value));
  if (!done.ok) return again(refused(sent, done.problem));
  return redirectWith(request, "已开始，可以离开本页，任务会继续", batchUrl({ batchId: done.value }));
});

export default function Batches() {
  const { batches, organisations, mayWrite } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(BatchForm, answer?.reply, { scope: "doubtful" });
  const list = (
    <Section title="最近的批次">
      <PlainTable table={batchTable} rows={batches} caption="最近的批次" empty="还没有批量匹配过。" />
    </Section>
  );
  if (!mayWrite) return list;
  return (
    <>
      <FormScreen form={form} cancelTo={toolsUrl} save="开始">
        <Section title="新批次">
          <p className="quiet">
            逐条检查今天生效的路径；不合格或没有路径的方向重新匹配，结果由您逐条决定是否采用，现行版本不会自动改变。
          </p>
          <Fields>
            <RadioField
              field={fields.scope}
              label="范围"
              choices={[
                { value: "doubtful", label: "未检查或不合格的" },
                { value: "all", label: "全部" },
              ]}
            />
            <ChoiceField field={fields.orgId} label="所属机构" choices={organisations} empty="全部机构" />
          </Fields>
        </Section>
      </FormScreen>
      {list}
    </>
  );
}
