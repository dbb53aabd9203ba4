import { useActionData, useLoaderData } from "@remix-run/react";
import { offerVariants } from "~/domains/line-variants/queries.server";
import { versionOptions } from "~/domains/voice-versions/queries.server";
import { page } from "~/kit/page/http/page.server";
import { attempt } from "~/kit/ground/problem";
import { ChoiceField, TextareaField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { PickField } from "~/kit/page/forms/pick-field";
import { again, formDataOf, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen, screen } from "~/kit/page/screens";
import { answerSearch, loadPicks, loadPostedPicks } from "~/kit/room/offers.server";
import { addFile } from "../file-verbs.server";
import { NewFileForm } from "../form-schema";
import { may } from "../policy";
import { usualVersion } from "../usual-version.server";
import { filesUrl, fileUrl } from "../urls";

export const handle = screen({ title: "新建线路文件" });

const offers = { classifySid: offerVariants };

export const loader = page(may.write, async ({ viewer, url }) => {
  const classifySid = url.searchParams.get("classifySid") ?? undefined;
  const [picks, versions, usual] = await Promise.all([
    loadPicks(viewer, offers, { classifySid }),
    versionOptions(),
    usualVersion(),
  ]);
  return { classifySid, picks, versions, usual: versions.find(({ value }) => value === usual) ?? onlyOne(versions) };
});

const onlyOne = <T,>(some: readonly T[]): T | undefined => (some.length === 1 ? some[0] : undefined);

export const action = page(may.write, async ({ viewer, request }) => {
  const form = await formDataOf(request);
  const search = await answerSearch(viewer, offers, form, NewFileForm);
  if (search) return search;
  const sent = await readForm(form, NewFileForm);
  const picks = () => loadPostedPicks(viewer, offers, form);
  if (sent.status !== "success") return again(sent, { picks: await picks() });
  const done = await attempt(() => addFile(viewer, sent.value));
  if (!done.ok) return again(refused(sent, done.problem), { picks: await picks() });
  const { lineName, classifyName, nodeCount } = done.value;
  return redirectWith(
    request,
    `已新建 ${lineName} ${classifyName} 的草稿，有 ${nodeCount} 个节点`,
    fileUrl(done.value),
  );
});

export default function NewFile() {
  const { classifySid, picks, versions, usual } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(NewFileForm, answer?.reply, {
    classifySid,
    versionUuid: usual?.value,
  });
  return (
    <FormScreen form={form} cancelTo={filesUrl} save="新建">
      <FieldSet title="草稿">
        <PickField
          field={fields.classifySid}
          label="线路分类"
          offered={answer?.picks?.classifySid ?? picks.classifySid!}
          placeholder="线路名称、编号或拼音"
        />
        <ChoiceField
          field={fields.versionUuid}
          label="公共语音版本"
          choices={versions}
          hint={
            versions.length > 0
              ? "先填的是用得最多的一个；节点按线路的站点和路径生成"
              : "还没有公共语音版本，请先在公共语音分类中新增"
          }
        />
        <TextareaField field={fields.remark} label="备注" wide />
      </FieldSet>
    </FormScreen>
  );
}
