import { DateField, TextareaField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FormScreen } from "~/kit/page/screens";
import { formOf } from "~/kit/room/screens";
import { updateLogRoom } from "./room";
import { UpdateLogForm, type UpdateLogRow } from "./schema";

export function UpdateLogFields({
  record: log,
  reply,
  today,
}: {
  record: UpdateLogRow | null;
  reply: Reply | undefined;
  today: string;
}) {
  const [form, fields] = useRoomForm(UpdateLogForm, reply, log ?? { logDate: today });
  return (
    <FormScreen form={form} {...formOf(updateLogRoom, log)}>
      <FieldSet title="更新日志">
        <TextField field={fields.logVersion} label="版本号" hint="例如 1.4.0" />
        <DateField field={fields.logDate} label="日期" />
        <TextField field={fields.title} label="标题" wide />
        <TextareaField
          field={fields.body}
          label="内容"
          rows={14}
          hint="可用 Markdown：# 标题，- 列表，**加粗**，[文字](网址)；不支持 HTML 和图片"
          wide
        />
        {log && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}
