import { useActionData, useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { versionOptions } from "~/domains/voice-versions/queries.server";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { attempt, problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { ChoiceField, RadioField } from "~/kit/page/forms/fields";
import { Fields } from "~/kit/page/forms/form-parts";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen, screen, Section } from "~/kit/page/screens";
import { PlainTable } from "~/kit/page/tables/plain-table";
import { batchTable } from "../batch-table";
import { listBatches, startBatch } from "../batches.server";
import { BatchForm } from "../form-schema";
import { may } from "../policy";
import { batchUrl, filesUrl } from "../urls";

export const handle = screen({ title: "批量生成线路文件" });

export const loader = page(may.generate, async ({ viewer }) => {
  const zone = settings().OPERATOR_TIME_ZONE;
  const [batches, organisations, versions] = await Promise.all([
    listBatches(viewer),
    organisationChoices(viewer),
    versionOptions(),
  ]);
  return {
    batches: batches.map((batch) => ({ ...batch, created: formatTime(new Date(batch.createdAt), zone) })),
    organisations,
    versions,
  };
});

export const action = page(may.generate, async ({ viewer, request }) => {
  if (!allows(viewer, may.write)) throw problem.forbidden("批量生成要新建草稿，您没有编辑线路文件的权限");
  const sent = await readForm(request, BatchForm);
  if (sent.status !== "success") return again(sent);
  const done = await attempt(() => startBatch(viewer, sent.value));
  if (!done.ok) return again(refused(sent, done.problem));
  return redirectWith(request, "已开始，可以离开本页，任务会继续", batchUrl({ batchUuid: done.value }));
});

export default function Batches() {
  const { batches, organisations, versions } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(BatchForm, answer?.reply, { scope: "outdated" });
  return (
    <>
      <FormScreen form={form} cancelTo={filesUrl} save="开始生成">
        <Section title="新的一批">
          <p className="quiet">
            逐条线路生成：有草稿的用草稿，没有的按今天的站点和路径新建；有错误的线路留下草稿和错误，不影响其他线路。
          </p>
          <Fields>
            <RadioField
              field={fields.scope}
              label="范围"
              choices={[
                { value: "outdated", label: "过期的" },
                { value: "missing", label: "没有文件的" },
                { value: "draft", label: "有草稿的" },
                { value: "all", label: "以上全部" },
              ]}
            />
            <ChoiceField field={fields.orgId} label="所属机构" choices={organisations} empty="全部机构" />
            <ChoiceField
              field={fields.versionUuid}
              label="公共语音版本"
              choices={versions}
              hint="只用于还没有文件的线路"
              empty="（不新建）"
            />
          </Fields>
        </Section>
      </FormScreen>
      <Section title="最近的批次">
        <PlainTable table={batchTable} rows={batches} caption="最近的批次" empty="还没有批量生成过。" />
      </Section>
    </>
  );
}
