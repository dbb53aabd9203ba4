import { ImportSteps } from "~/kit/page/import-flow/import-steps";
import { OnceField } from "~/kit/page/forms/once";
import type { Field } from "~/kit/page/forms/field";
import { ErrorSummary } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { Facts, Heading, Section } from "~/kit/page/screens";
import { importUrl, stationImportsUrl } from "../urls";
import { ChoicesForm, isLocated, typedChoices } from "./choices";
import { ChoicesFields } from "./choices-fields";
import { CrsOffsets, isLikelyWrong } from "./crs-offsets";
import { DirectionRows } from "./direction-rows";
import type { StationPreview } from "./preview";
import type { ShownImport } from "./shown-import.server";
import styles from "./stations.module.css";
import type { RowProblem } from "./station-entry";
import table from "~/kit/page/tables/scrolled-table.module.css";

type Props = ShownImport & { preview: StationPreview; mayWrite: boolean; reply?: Reply };

export function PreviewScreen({ row, preview, lineName, directions, roads, stale, mayWrite, reply }: Props) {
  const { choices } = row;
  const [form, fields] = useRoomForm(ChoicesForm, reply, typedChoices(choices));
  const { counts } = preview;
  const url = importUrl(row);
  const ready = counts.errors === 0 && !stale;
  return (
    <>
      <Heading note={<ImportSteps at="check" />} title={`导入到 ${lineName} 的${preview.into}`}>
        {counts.errors + counts.warnings > 0 && (
          <a className="button" href={`${url}/problems`} download>
            下载带问题说明的表格
          </a>
        )}
      </Heading>
      <form method="post" id={form.id}>
        <OnceField />
        {/* What Enter in a field presses. */}
        <button className="unseen" name="do" value="preview" tabIndex={-1} aria-hidden>
          预览
        </button>
        <ErrorSummary form={form} />
        <Section title="导入结果">
          {stale && (
            <p role="alert" className="notice warn">
              预览之后这条线路被修改过，请重新预览，核对后再确认。
            </p>
          )}
          <CountList preview={preview} />
          <CrsOffsets located={isLocated(choices)} found={preview.crs} chosen={choices.crs} mayChange={mayWrite} />
          {mayWrite && (
            <p className={styles.foot}>
              {ready && (
                <button
                  className={isLikelyWrong(preview.crs, choices.crs) ? "button" : "button primary"}
                  name="do"
                  value="confirm"
                >
                  确认导入
                </button>
              )}
              <button className={ready ? "button" : "button primary"} name="do" value="preview">
                重新预览
              </button>
              <a className="button" href={`${url}/cancel`}>
                取消导入
              </a>
              {counts.errors > 0 && (
                <span className="quiet">
                  处理完错误后才能确认：修改下面的选择后重新预览，或在表格中改正后
                  <a
                    href={`${stationImportsUrl}?classify=${choices.classifySid}&direction=${choices.direction}&crs=${encodeURIComponent(choices.crs)}`}
                  >
                    重新上传
                  </a>
                  。
                </span>
              )}
            </p>
          )}
        </Section>
        {preview.problems.length > 0 && (
          <Section
            title={`问题（${counts.errors + counts.warnings}）`}
            actions={
              <a className="button small" href={`${url}/problems?rows=wrong`} download>
                只下载有问题的行
              </a>
            }
          >
            <ProblemList problems={preview.problems} total={counts.errors + counts.warnings} />
          </Section>
        )}
        {preview.directions.map((direction, at) => (
          <DirectionRows key={direction.direction} direction={direction} roads={roads[at] ?? []} />
        ))}
        <Section title="列与选项">
          {mayWrite && (
            <>
              <ChoicesFields fields={fields as Record<string, Field>} preview={preview} directions={directions} />
              <p className={styles.foot}>
                <button className="button" name="do" value="preview">
                  按以上选择重新预览
                </button>
              </p>
            </>
          )}
          <Facts
            facts={[
              { label: "文件", value: `${row.fileName}（${row.size}）` },
              { label: "上传", value: `${row.createdByName}，${row.created}` },
            ]}
          />
        </Section>
      </form>
    </>
  );
}

function CountList({ preview: { rows, otherLines, counts } }: { preview: StationPreview }) {
  return (
    <ul className={styles.counts}>
      <Count name="读到" value={rows} unit="行" />
      <Count name="编号相同" value={counts.code} />
      <Count name="站名相同" value={counts.name} />
      {counts.chosen > 0 && <Count name="人工选择" value={counts.chosen} />}
      <Count name="新建站点" value={counts.new} />
      {otherLines > 0 && <Count name="其他线路（不导入）" value={otherLines} unit="行" />}
      <Count name="错误" value={counts.errors} tone={counts.errors > 0 ? styles.bad : undefined} />
      <Count name="提醒" value={counts.warnings} tone={counts.warnings > 0 ? styles.warn : undefined} />
    </ul>
  );
}

function Count({ name, value, unit, tone }: { name: string; value: number; unit?: string; tone?: string }) {
  return (
    <li className={tone}>
      {name} <strong>{value}</strong>
      {unit && ` ${unit}`}
    </li>
  );
}

const mostShown = 300;

function ProblemList({ problems, total }: { problems: readonly RowProblem[]; total: number }) {
  const shown = problems.slice(0, mostShown);
  return (
    <>
      {shown.length < total && <p className="quiet">只列出前 {shown.length} 条，全部请下载带问题说明的表格。</p>}
      <div className={table.scroller} tabIndex={0} role="region" aria-label="问题">
        <table className={`${table.rows} ${styles.rows}`}>
          <caption className="unseen">问题</caption>
          <thead>
            <tr>
              <th scope="col" className={styles.narrow}>
                文件行
              </th>
              <th scope="col" className={styles.column}>
                列
              </th>
              <th scope="col" className={styles.column}>
                级别
              </th>
              <th scope="col">说明</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row, column, level, message }, at) => (
              <tr key={at}>
                <td className={table.right}>{row || ""}</td>
                <td>{column}</td>
                <td className={level === "error" ? styles.bad : styles.warn}>{level === "error" ? "错误" : "提醒"}</td>
                <td className={styles.words}>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
