import type { Field } from "~/kit/page/forms/field";
import { TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { focusAfter } from "~/kit/page/forms/row-buttons";
import { type RowList, typedRows } from "~/kit/page/forms/row-edits";
import { RowTable, rowLabels } from "~/kit/page/forms/row-table";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FormScreen, Section } from "~/kit/page/screens";
import { inputsOf } from "~/kit/room/inputs";
import { formOf } from "~/kit/room/screens";
import { columnKinds, mostColumns, nodeColumns } from "./columns";
import { type NodeTypeRow, nodeTypeRoom } from "./room";
import { findSeeded } from "./seed";

export const columnList: RowList = { fields: ["columnCode", "required", "defaultValue"], most: mostColumns };

const columns = [
  {
    name: "columnCode",
    label: "列",
    kind: "choice" as const,
    width: 260,
    choices: nodeColumns.map(({ columnCode, columnName, dataType, unit }) => ({
      value: columnCode,
      label: `${columnName}（${[columnKinds[dataType], unit].filter(Boolean).join("，")}）`,
    })),
  },
  { name: "required", label: "必填", kind: "check" as const, width: 50 },
  { name: "defaultValue", label: "默认值", kind: "text" as const, width: 200, most: 64 },
];

interface Props {
  record: NodeTypeRow | null;
  reply: Reply | undefined;
  pressed?: string;
}

export function NodeTypeFields({ record, reply, pressed = "" }: Props) {
  const { fields: known, Form, words } = nodeTypeRoom;
  const usual = { defaultRadius: 50, needsAzimuth: true, triggersOnce: true, sort: 100, isValid: true };
  const [form, fields] = useRoomForm(Form, reply, record ?? usual);
  const rows = typedRows(fields.columns.initialValue, columnList.fields);
  const fixed = record !== null && findSeeded(record.typeNum) !== undefined;
  const inputs = (...names: string[]) =>
    inputsOf(
      known,
      fields as Record<string, Field>,
      names,
      {},
      {
        typeNum: {
          ...(fixed && { hint: "程序使用的节点类型不能改编号和用途", readOnly: true }),
          autoFocus: !reply,
        },
      },
    );
  return (
    <FormScreen
      form={form}
      {...formOf(nodeTypeRoom, record)}
      labels={{ ...words.labels, ...rowLabels(form.allErrors, "columns", "列", columns) }}
    >
      <FieldSet title="基本信息">
        {inputs("typeNum", "typeName", "use", "colour", "icon", "sort", "isValid", "remark")}
      </FieldSet>
      <FieldSet title="播报">
        {inputs("defaultRadius", "needsAzimuth", "triggersOnce")}
        {record && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
      <Section title={`专有列（${rows.length}）`}>
        <RowTable
          list="columns"
          unit="列"
          caption="专有列"
          columns={columns}
          rows={rows}
          most={columnList.most}
          wrong={form.allErrors}
          focus={focusAfter(pressed, "columns", rows.length, "columnCode")}
          empty="没有专有列：点“添加一列”从程序提供的列中选择。"
          add="添加一列"
        />
      </Section>
    </FormScreen>
  );
}
