import type { Field } from "~/kit/page/forms/field";
import { TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { buttonAfter } from "~/kit/page/forms/row-buttons";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { Island } from "~/kit/page/islands/island";
import { FormScreen, Section } from "~/kit/page/screens";
import { inputsOf } from "~/kit/room/inputs";
import { formOf } from "~/kit/room/screens";
import { typedItems } from "./item-form";
import { ItemRows } from "./item-rows";
import { DictionaryForm, dictionaryRoom, type DictionaryRow } from "./room";
import { fixedNames, isSeeded } from "./seed";
import styles from "./dictionaries.module.css";

interface DictionaryFieldsProps {
  record: DictionaryRow | null;
  used: Record<string, string>;
  reply: Reply | undefined;
  pressed?: string;
}

export function DictionaryFields({ record, used, reply, pressed = "" }: DictionaryFieldsProps) {
  const [form, fields] = useRoomForm(DictionaryForm, reply, record ?? { isValid: true });
  const items = typedItems(fields.dictItemList.initialValue);
  const wrong = form.allErrors;
  const seeded = record !== null && isSeeded(record.codeNum);
  const fixed = record ? fixedNames(record.codeNum) : {};
  const whole =
    Object.keys(fixed).length > 0 &&
    Object.keys(fixed).every((itemNum) => items.some((item) => item.itemNum === itemNum));
  const rows = { items, used, fixed, wrong };
  return (
    <FormScreen
      form={form}
      {...formOf(dictionaryRoom, record)}
      labels={{ ...dictionaryRoom.words.labels, ...labelsOf(wrong) }}
    >
      <FieldSet title="基本信息">
        {inputsOf(
          dictionaryRoom.fields,
          fields as Record<string, Field>,
          ["codeNum", "codeName", "isValid", "remark"],
          {},
          {
            codeNum: {
              ...(seeded && { hint: "程序使用的字典不能改编码", readOnly: true }),
              autoFocus: !reply,
            },
          },
        )}
        {record && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
      <Section title={`字典项（${items.length}）`}>
        {Object.keys(fixed).length > 0 && (
          <p className="quiet">
            项的编码和名称由程序固定；排序和停用会反映到各页面的选项中，已经用了停用项的记录不受影响。
          </p>
        )}
        <div id="form-dictItemList">
          <Island name="itemGrid" props={rows} when="visible">
            <ItemRows
              {...rows}
              focus={/^(add|paste)$/.test(pressed) ? `itemNum:${items.length}` : buttonAfter(pressed, items.length)}
            />
          </Island>
        </div>
        <div className={styles.more}>
          {!whole && (
            <button className="button" name="do" value="add" formNoValidate>
              添加一项
            </button>
          )}
          <button className="button" name="do" value="arrange" formNoValidate>
            按排序号重排
          </button>
          <details hidden={whole}>
            <summary>一次粘贴多项</summary>
            <textarea
              name="pasted"
              rows={5}
              aria-label="一次粘贴多项"
              placeholder={"每行一项：编码 名称\n也可以从表格软件复制两列"}
            />
            <button className="button" name="do" value="paste" formNoValidate>
              加到最后
            </button>
          </details>
        </div>
      </Section>
    </FormScreen>
  );
}

const itemLabels: Record<string, string> = {
  itemNum: "项编码",
  itemName: "项名称",
  sort: "排序",
  isValid: "启用",
  remark: "备注",
};

function labelsOf(wrong: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.keys(wrong).flatMap((name) => {
      const [, at, field] = /^dictItemList\[(\d+)\]\.(\w+)$/.exec(name) ?? [];
      return field ? [[name, `第 ${Number(at) + 1} 项${itemLabels[field] ?? ""}`]] : [];
    }),
  );
}
