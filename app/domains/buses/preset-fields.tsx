import type { z } from "zod";
import { type Field, fieldValue } from "~/kit/page/forms/field";
import { TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { PickField } from "~/kit/page/forms/pick-field";
import type { Picks } from "~/kit/page/forms/picks";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FormScreen } from "~/kit/page/screens";
import styles from "./buses.module.css";
import { PersonLink, Warnings } from "./preset-list";
import { type BusRow, busUrl } from "./room";
import { BusPresetsForm, type Preset } from "./work-forms";

interface PresetFieldsProps {
  bus: BusRow;
  presets: Preset[];
  picks: Picks;
  reply?: Reply;
  /** Someone saved while this form was being filled in: who, and what was to be added. */
  meanwhile?: { meanwhile: string; typed: Partial<z.output<typeof BusPresetsForm>> };
}

export function PresetFields({ bus, presets, picks, reply, meanwhile }: PresetFieldsProps) {
  const [form, fields] = useRoomForm(BusPresetsForm, reply, {
    ...meanwhile?.typed,
    rows: presets.map(({ personUuid }, place) => ({ personUuid, sort: place + 1 })),
  });
  const rows = fields.rows.getFieldList();
  const known = new Map(presets.map((preset) => [preset.personUuid, preset]));
  return (
    <FormScreen
      form={form}
      cancelTo={busUrl(bus)}
      version={bus.version}
      labels={{ jobNumbers: "按工号或姓名添加", chosen: "查找选择" }}
    >
      {meanwhile && (
        <p className="notice warn" role="alert">
          {meanwhile.meanwhile}，您的修改没有保存：下面是最新的人员，请核对后再保存。
        </p>
      )}
      <FieldSet title={`${bus.busSelfCode} ${bus.plateNum} 的预设人员`}>
        <table className={styles.persons}>
          <caption className="unseen">预设人员</caption>
          <thead>
            <tr>
              <th scope="col">次序</th>
              <th scope="col">人员</th>
              <th scope="col">岗位</th>
              <th scope="col">机构</th>
              <th scope="col">提醒</th>
              <th scope="col">移除</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const { personUuid, sort, remove } = row.getFieldset() as Record<"personUuid" | "sort" | "remove", Field>;
              const preset = known.get(fieldValue(personUuid) ?? "");
              if (!preset) return null;
              return (
                <tr key={preset.personUuid}>
                  <td>
                    <input type="hidden" name={personUuid.name} value={preset.personUuid} />
                    <input
                      name={sort.name}
                      defaultValue={fieldValue(sort)}
                      inputMode="numeric"
                      size={3}
                      aria-label={`${preset.name} 的次序`}
                      aria-invalid={sort.errors ? true : undefined}
                      title={sort.errors?.join("；")}
                    />
                  </td>
                  <td>
                    <PersonLink preset={preset} />
                  </td>
                  <td>{preset.postName}</td>
                  <td>{preset.orgName}</td>
                  <td>
                    <Warnings preset={preset} />
                  </td>
                  <td>
                    <input
                      type="checkbox"
                      name={remove.name}
                      defaultChecked={fieldValue(remove) === "on"}
                      aria-label={`移除 ${preset.name}`}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
        {rows.length === 0 && <p className="quiet">还没有预设人员：在下面按工号或姓名添加，或查找选择。</p>}
      </FieldSet>
      <FieldSet title="添加">
        <TextField field={fields.jobNumbers} label="按工号或姓名添加" hint="工号、姓名或首字母，多个用空格或逗号分开" />
        <PickField
          field={fields.chosen}
          label="查找选择"
          offered={picks.chosen!}
          placeholder="姓名、工号或拼音"
          empty="（不添加）"
        />
        <TextField field={fields.reason} label="修改原因" hint="记入修改历史" />
      </FieldSet>
    </FormScreen>
  );
}
