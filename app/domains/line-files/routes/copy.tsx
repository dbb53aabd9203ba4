import { useActionData, useLoaderData } from "@remix-run/react";
import { offerVariants } from "~/domains/line-variants/queries.server";
import { page } from "~/kit/page/http/page.server";
import { attempt } from "~/kit/ground/problem";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { PickField } from "~/kit/page/forms/pick-field";
import { again, formDataOf, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen, screen } from "~/kit/page/screens";
import { answerSearch, loadPicks, loadPostedPicks } from "~/kit/room/offers.server";
import { copyFile } from "../copy-file.server";
import { fileTitle, requireFileOf } from "../file-page.server";
import { CopyFileForm } from "../form-schema";
import { may } from "../policy";
import { fileUrl } from "../urls";

export const handle = screen({ title: (loaded: { title: string }) => `复制 ${loaded.title}` });

const offers = { classifySid: offerVariants };

export const loader = page(may.write, async ({ viewer, params, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  return { file, title: fileTitle(file), picks: await loadPicks(viewer, offers, {}) };
});

export const action = page(may.write, async ({ viewer, request, params, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  const form = await formDataOf(request);
  const search = await answerSearch(viewer, offers, form, CopyFileForm);
  if (search) return search;
  const sent = await readForm(form, CopyFileForm);
  if (sent.status !== "success") return again(sent, { picks: await loadPostedPicks(viewer, offers, form) });
  const done = await attempt(() => copyFile(viewer, { fileUuid: file.fileUuid, ...sent.value }));
  if (!done.ok) return again(refused(sent, done.problem), { picks: await loadPostedPicks(viewer, offers, form) });
  const { lineName, classifyName } = done.value;
  return redirectWith(request, `已复制为 ${lineName} ${classifyName} 的草稿`, fileUrl(done.value));
});

export default function CopyFile() {
  const { file, picks } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(CopyFileForm, answer?.reply, {});
  return (
    <FormScreen form={form} cancelTo={fileUrl(file)} save="复制">
      <FieldSet title="复制为草稿">
        <PickField
          field={fields.classifySid}
          label="线路分类"
          offered={answer?.picks?.classifySid ?? picks.classifySid!}
          placeholder="线路名称、编号或拼音"
          hint="同一站点的节点带上原来的设置和播放列表，手工节点在路径相同的地方保留"
        />
      </FieldSet>
    </FormScreen>
  );
}
