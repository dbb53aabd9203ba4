import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { DateField, RadioField, TextareaField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { requireRecord } from "~/kit/room/pages.server";
import { recordUrl } from "~/kit/room/room";
import { FormScreen, screen } from "~/kit/page/screens";
import { today } from "~/kit/ground/time/today.server";
import { copyVariant } from "../copy.server";
import { may } from "../policy";
import { findVariant } from "../queries.server";
import { variantRoom } from "../room";
import { copyEnds, CopyForm } from "../schema";

export const handle = screen({
  title: (loaded: { variant: { lineName: string; classifyName: string } }) =>
    `复制 ${loaded.variant.lineName} ${loaded.variant.classifyName}`,
});

export const loader = page(may.write, async (call) => ({
  variant: await requireRecord(call, variantRoom, findVariant),
  today: today(),
}));

export const action = page(may.write, async (call) => {
  const variant = await requireRecord(call, variantRoom, findVariant);
  const sent = await readForm(call.request, CopyForm);
  if (sent.status !== "success") return again(sent);
  const copied = await attempt(() => copyVariant(call.viewer, variant.classifySid, sent.value));
  if (!copied.ok) return again(refused(sent, copied.problem));
  return redirectWith(
    call.request,
    `已复制为线路分类 ${copied.value.classifyName}`,
    recordUrl(variantRoom, copied.value),
  );
});

export default function CopyVariant() {
  const { variant, today } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(CopyForm, answer?.reply, {
    classifyName: `${variant.classifyName.slice(0, 29)} 副本`,
    asOf: today,
    end: "draft",
    validFrom: today,
  });
  return (
    <FormScreen form={form} cancelTo={recordUrl(variantRoom, variant)} save="复制">
      <FieldSet title={`复制为${variant.lineName}的副分类`}>
        <TextField field={fields.classifyName} label="新分类的名称" autoFocus />
        <DateField
          field={fields.asOf}
          label="取哪一天的版本"
          hint="复制这一天生效的站点、路径和参数；班次与运营日历不复制，以免同一班车在两个分类里各开一次"
        />
        <RadioField field={fields.end} label="复制后" choices={[...copyEnds]} />
        <DateField field={fields.validFrom} label="生效日期" hint="直接生效时从这一天起" />
        <TextareaField field={fields.remark} label="备注" wide />
      </FieldSet>
    </FormScreen>
  );
}
