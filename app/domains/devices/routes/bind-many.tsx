import { data } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { CheckField, ChoiceField, TextareaField, TextField } from "~/kit/page/forms/fields";
import { Fields } from "~/kit/page/forms/form-parts";
import { again, formDataOf, readForm, refused, type Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen, screen, Section } from "~/kit/page/screens";
import { BindButtons, BindPreview } from "../bind-preview";
import { type BindLine, bindMany, previewBinding } from "../queries.server";
import { deviceRoom } from "../room";
import { BindManyForm } from "../binding-forms";
import { ownerKinds } from "../choices";

export const handle = screen({ title: "批量绑定与解绑" });
export const loader = page(deviceRoom.may.bind, () => null);

/** `preview` shows what each line would do; `apply` does it, `skip` without the lines that cannot be done. */
export const action = page(deviceRoom.may.bind, async ({ viewer, request }) => {
  const form = await formDataOf(request);
  const intent = form.get("intent");
  const sent = await readForm(form, BindManyForm);
  if (sent.status !== "success") return again(sent);
  const { reason, ...asked } = sent.value;
  if (intent !== "apply" && intent !== "skip") {
    const preview = await attempt(() => previewBinding(viewer, asked));
    return preview.ok ? data({ reply: sent.reply, lines: preview.value }) : again(refused(sent, preview.problem));
  }
  const done = await attempt(() => bindMany({ ...viewer, reason: reason ?? undefined }, asked, intent === "skip"));
  if (!done.ok)
    return again(refused(sent, done.problem), { lines: await previewBinding(viewer, asked).catch(() => undefined) });
  const { changed, same, left } = done.value;
  const words = [
    `已${asked.to === "none" ? "解绑" : "绑定"} ${changed} 台设备`,
    same > 0 && `${same} 台不变`,
    left > 0 && `跳过 ${left} 行`,
  ].filter(Boolean);
  return redirectWith(request, words.join("，"), deviceRoom.url);
});

export default function BindMany() {
  const answer = useActionData() as { reply?: Reply; lines?: BindLine[] } | undefined;
  const [form, fields] = useRoomForm(BindManyForm, answer?.reply, { to: "bus" });
  return (
    <FormScreen
      form={form}
      cancelTo={deviceRoom.url}
      save="预览"
      buttons={answer?.lines && <BindButtons lines={answer.lines} />}
    >
      {answer?.lines && <BindPreview lines={answer.lines} />}
      <Section title="粘贴编号">
        <Fields>
          <ChoiceField
            field={fields.to}
            label="绑定到"
            choices={[
              ...ownerKinds.map(({ value, label }) => ({ value, label })),
              { value: "none", label: "解绑，不再绑定" },
            ]}
            empty={null}
          />
          <CheckField field={fields.move} label="改绑" hint="已绑定别处的设备转到新的对象" />
          <TextareaField
            field={fields.lines}
            label="设备"
            rows={10}
            hint="一行一台：设备编号 和 车辆自编号、站点编号或场站编号，用空格、逗号或制表符分开，可从表格粘贴；解绑只写设备编号。一次最多 5,000 行。"
            wide
          />
          <TextField field={fields.reason} label="原因" hint="记入绑定记录" wide />
        </Fields>
      </Section>
    </FormScreen>
  );
}
