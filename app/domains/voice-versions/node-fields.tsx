import type { NodeType } from "~/domains/node-types/queries.server";
import { fieldKinds } from "~/domains/node-types/room";
import { CheckField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { KindFields } from "~/kit/page/forms/kind-field";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import type { OfferedChoices } from "~/kit/page/forms/picks";
import { FormScreen, RowSection } from "~/kit/page/screens";
import { type formValuesOf, NodeForm, nodeSections } from "./schema";

interface Props {
  type: NodeType;
  values: ReturnType<typeof formValuesOf> | undefined;
  clips: OfferedChoices;
  cancelTo: string;
  reply: Reply | undefined;
  pressed?: string;
}

export function NodeFields({ type, values, clips, cancelTo, reply, pressed = "" }: Props) {
  const extra = Object.fromEntries(
    type.columns.map(({ columnCode, defaultValue }) => [columnCode, defaultValue ?? ""]),
  );
  const [form, fields] = useRoomForm(NodeForm, reply, values ?? { name: "", isBroadcast: true, extra });
  const { items, texts, labels } = nodeSections(clips, form.allErrors);
  const own = fields.extra.getFieldset();
  return (
    <FormScreen form={form} cancelTo={cancelTo} note={type.typeName} labels={labels}>
      <FieldSet title={`${type.typeName}节点`}>
        <TextField field={fields.name} label="名称" autoFocus={!values && !reply} />
        <CheckField field={fields.isBroadcast} label="播报" hint="不播报的节点留在版本中，不进线路文件" />
        <KindFields kinds={fieldKinds(type.columns)} fields={own} />
        {values && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
      <RowSection
        {...items}
        pressed={pressed}
        title="播放列表"
        field={fields.items}
        empty="还没有语音：点“添加一段”，每个喇叭按顺序播放自己的各段。"
      />
      <RowSection {...texts} pressed={pressed} title="显示文字" field={fields.texts} empty="没有显示文字。" />
    </FormScreen>
  );
}
