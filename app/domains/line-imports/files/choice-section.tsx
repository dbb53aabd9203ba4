import { PlanNote } from "~/kit/room/sheets/plan-note";
import { OnceField } from "~/kit/page/forms/once";
import { ErrorSummary, Fields } from "~/kit/page/forms/form-parts";
import { CheckField, HiddenField, RadioField } from "~/kit/page/forms/fields";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FILE_CRS, FILE_CRS_LABELS, type FileCrs } from "~/transit/geo/file-crs";
import { newSource } from "~/domains/data-sources/schema";
import { Section } from "~/kit/page/screens";
import { typedChoices } from "../stations/choices";
import styles from "./files.module.css";
import { OffsetsTable } from "~/kit/page/import-flow/offsets-table";
import { isPlaced } from "../network-table/table-choices";
import { TableFields, tableLabels } from "../network-table/table-fields";
import { twoPlaces } from "./two-places";
import { type FilePreview, type KeptChoice, placedUses, TableChoiceForm } from "./schema";

interface Props {
  action: string;
  preview: FilePreview;
  choices: KeptChoice;
  mayImport: boolean;
  reply?: Reply;
}

export function ChoiceSection({ action, preview, choices, mayImport, reply }: Props) {
  const { against, likely, withStops, doubtful, impossible = [], sources = [], source } = preview;
  const hint = preview.hint && !impossible.includes(preview.hint.crs) ? preview.hint : null;
  const { table, ...chosen } = choices;
  const [form, fields] = useRoomForm(TableChoiceForm, reply, {
    use: withStops > 0 || table ? ("lines" as const) : ("references" as const),
    doubtful: false,
    twoPlaces: "first" as const,
    sourceUuid: sources.some(({ sourceUuid }) => sourceUuid === source?.sourceUuid) ? source!.sourceUuid : newSource,
    ...chosen,
    ...(table && { layout: "rows", holds: "stations", days: "every", ...typedChoices(table) }),
  });
  const placed = isPlaced(choices);
  const holdsTimes = table?.holds === "departures";
  const offered = FILE_CRS.filter((crs) => crs !== "GCJ02x2" || likely.likely === crs || choices.crs === crs);
  const marks = (crs: FileCrs) =>
    [
      impossible.includes(crs) && "文件中的坐标不可能是这个坐标系",
      crs === likely.likely && `${against === "roads" ? "道路" : "站点"}核对：最可能`,
      crs === hint?.crs && `格式提示：${hint.why}`,
    ]
      .filter(Boolean)
      .join("；");
  return (
    <Section title={table ? "读法" : "坐标系"}>
      <PlanNote plan={table?.plan} action={action.replace(/choose$/, "plan")} mayImport={mayImport} />
      {hint && (
        <p>
          按格式推测：{FILE_CRS_LABELS[hint.crs]}，因为{hint.why}。推测可能有误，请与核对的结果比较后选择。
        </p>
      )}
      {placed ? (
        <OffsetsTable likely={likely} against={against} chosen={choices.crs} />
      ) : holdsTimes ? (
        <p>线路按编号或名称认，班次写入现在生效的版本；文件没有说到的方向和运营日保持原样，行驶时间沿用原来的。</p>
      ) : (
        <p>文件没有坐标，站点按编号或站名取自站点库；同名的取离前后站最近、方向相符的一个。</p>
      )}
      {mayImport && (
        <form method="post" action={action} id={form.id}>
          <OnceField />
          <ErrorSummary
            form={form}
            labels={{ crs: "坐标系", use: "导入方式", sourceUuid: "编号的来源", ...tableLabels }}
          />
          <div className={styles.stacked}>
            {table && preview.table && (
              <TableFields fields={fields as never} facts={preview.table} holds={table.holds} />
            )}
            {!placed && <HiddenField field={fields.crs} value="WGS84" />}
            {!placed && <HiddenField field={fields.use} value={holdsTimes ? "timetables" : "lines"} />}
            {placed && (
              <Fields>
                <RadioField
                  field={fields.crs}
                  label="文件的坐标系"
                  choices={offered.map((crs) => ({
                    value: crs,
                    label: `${FILE_CRS_LABELS[crs]}${marks(crs) ? `（${marks(crs)}）` : ""}`,
                  }))}
                  wide
                />
                <RadioField
                  field={fields.use}
                  label="导入方式"
                  choices={Object.entries(placedUses).map(([value, label]) => ({
                    value,
                    label:
                      value === "lines" && withStops === 0 && !table ? `${label}（文件中没有站点，不能选择）` : label,
                    disabled: value === "lines" && withStops === 0 && !table,
                  }))}
                  wide
                />
                {sources.length > 0 && (
                  <RadioField
                    field={fields.sourceUuid}
                    label="编号的来源"
                    choices={[
                      ...sources.map(({ sourceUuid, sourceName, shared, same }) => ({
                        value: sourceUuid,
                        label: `${sourceName}（${shared === 0 ? "没有相同的编号" : `${shared} 个编号相同，其中 ${same} 个站名和位置都没有变`}）`,
                      })),
                      { value: newSource, label: "新来源：编号与以前的文件无关，站点按站名和位置认" },
                    ]}
                    hint="同一个编号在另一家的文件里可以是另一个站"
                    wide
                  />
                )}
                {(preview.comparison?.contradictions || choices.twoPlaces) && (
                  <RadioField
                    field={fields.twoPlaces}
                    label="编号相同而位置或站名不同"
                    choices={Object.entries(twoPlaces).map(([value, label]) => ({ value, label }))}
                    hint={`${preview.comparison?.contradictions ?? 0} 个编号有两个位置或两个站名，见“问题”`}
                    wide
                  />
                )}
                {doubtful.length > 0 && (
                  <CheckField
                    field={fields.doubtful}
                    label={`也导入存疑的线路（${doubtful
                      .map(({ name }) => name)
                      .slice(0, 5)
                      .join("、")}）`}
                    wide
                  />
                )}
              </Fields>
            )}
          </div>
          <p className={styles.actions}>
            <button className="button primary">{preview.comparison || table ? "重新预览" : "按所选坐标系预览"}</button>
          </p>
        </form>
      )}
    </Section>
  );
}
