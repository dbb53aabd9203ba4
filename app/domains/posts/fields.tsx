import { asChoices } from "~/kit/page/forms/field";
import { ChoiceField, NumberField, TextareaField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FormScreen } from "~/kit/page/screens";
import { formOf } from "~/kit/room/screens";
import { postRoom } from "./room";
import { PostForm, type PostRow, postStates, postTypes } from "./schema";

/** The form of a post, new or known. */
export function PostFields({ record, reply }: { record: PostRow | null; reply?: Reply }) {
  const [form, fields] = useRoomForm(PostForm, reply, record ?? { state: 1, sort: 0 });
  return (
    <FormScreen form={form} {...formOf(postRoom, record)}>
      <FieldSet title="基本信息">
        <TextField field={fields.postCode} label="岗位编号" hint="不与其他岗位重复" autoFocus={!record} />
        <TextField field={fields.postName} label="岗位名称" />
        <ChoiceField field={fields.postType} label="类别" choices={asChoices(postTypes)} />
        <ChoiceField field={fields.state} label="状态" choices={asChoices(postStates)} empty={null} />
        <NumberField field={fields.sort} label="排序" hint="小的在前" />
        <TextareaField field={fields.remark} label="备注" wide />
        {record && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}
