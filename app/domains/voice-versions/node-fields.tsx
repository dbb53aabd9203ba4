import type { NodeType } from "~/domains/node-types/queries.server";
import { fieldKinds } from "~/domains/node-types/room";
import { CheckField, TextField } from "~/kit/page/forms/fields";
import type { Choice, Field } from "~/kit/page/forms/field";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { KindFields } from "~/kit/page/forms/kind-field";
import type { Reply } from "~/kit/page/forms/read-form";
import { focusAfter } from "~/kit/page/forms/row-buttons";
import { typedRows } from "~/kit/page/forms/row-edits";
import { rowLabels, RowTable } from "~/kit/page/forms/row-table";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FormScreen, Section } from "~/kit/page/screens";
import { type formValuesOf, itemColumns, NodeForm, nodeLists, nodeTextColumns } from "./schema";

interface Props {
  type: NodeType;
  values: ReturnType<typeof formValuesOf> | undefined;
  clips: Choice[];
  cancelTo: string;
  reply: Reply | undefined;
  pressed?: string;
}

export function NodeFields({ type, values, clips, cancelTo, reply, pressed = "" }: Props) {
  const extra = Object.fromEntries(
    type.columns.map(({ columnCode, defaultValue }) => [columnCode, defaultValue ?? ""]),
  );
  const [form, fields] = useRoomForm(NodeForm, reply, values ?? { name: "", isBroadcast: true, extra });
  const items = typedRows(fields.items.initialValue, nodeLists.items.fields);
  const texts = typedRows(fields.texts.initialValue, nodeLists.texts.fields);
  const columns = itemColumns(clips);
  const wrong = form.allErrors;
  const own = fields.extra.getFieldset() as unknown as Record<string, Field>;
  return (
    <FormScreen
      form={form}
      cancelTo={cancelTo}
      note={type.typeName}
      labels={{ ...rowLabels(wrong, "items", "段", columns), ...rowLabels(wrong, "texts", "条", nodeTextColumns) }}
    >
      <FieldSet title={`${type.typeName}节点`}>
        <TextField field={fields.name} label="名称" autoFocus={!values && !reply} />
        <CheckField field={fields.isBroadcast} label="播报" hint="不播报的节点留在版本中，不进线路文件" />
        <KindFields kinds={fieldKinds(type.columns)} fields={own} />
        {values && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
      <Section title={`播放列表（${items.length}）`}>
        <RowTable
          {...{
            list: "items",
            unit: "段",
            caption: "播放列表",
            columns,
            rows: items,
            wrong,
            most: nodeLists.items.most,
          }}
          fresh={nodeLists.items.fresh}
          focus={focusAfter(pressed, "items", items.length, "audioUuid")}
          empty="还没有语音：点“添加一段”，每个喇叭按顺序播放自己的各段。"
          add="添加一段"
        />
      </Section>
      <Section title={`显示文字（${texts.length}）`}>
        <RowTable
          {...{
            list: "texts",
            unit: "条",
            caption: "显示文字",
            columns: nodeTextColumns,
            rows: texts,
            wrong,
            most: nodeLists.texts.most,
          }}
          fresh={nodeLists.texts.fresh}
          focus={focusAfter(pressed, "texts", texts.length, "text")}
          empty="没有显示文字。"
          add="添加一条"
        />
      </Section>
    </FormScreen>
  );
}
