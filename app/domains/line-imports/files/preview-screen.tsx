import { ImportSteps } from "~/kit/page/import-flow/import-steps";
import { OnceField } from "~/kit/page/forms/once";
import { CheckField } from "~/kit/page/forms/fields";
import { ErrorSummary } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { CountsTable } from "~/kit/page/import-flow/counts-table";
import { NewLinesOwner } from "~/kit/page/import-flow/new-lines-owner";
import { ImportProblems } from "~/kit/page/import-flow/import-problems";
import { totalOf } from "~/kit/page/import-flow/proposal";
import { Proposals } from "~/kit/page/import-flow/proposals";
import { lineFileKinds } from "~/transit/line-files/shape";
import { FILE_CRS_LABELS } from "~/transit/geo/file-crs";
import { Facts, Heading, Section } from "~/kit/page/screens";
import { importUrl } from "../urls";
import { DoubtTable } from "./doubt-table";
import { ChoiceSection } from "./choice-section";
import styles from "./files.module.css";
import type { ShownFile } from "./load-file.server";
import { isPlaced } from "../network-table/table-choices";
import { doubtOf } from "~/kit/page/import-flow/offsets-table";
import { type Comparison, ConfirmForm, countRows, type FilePreview, uses } from "./schema";

type Props = ShownFile & { preview: FilePreview; reply?: Reply };

export function FilePreviewScreen(props: Props) {
  const { row, preview, mayImport } = props;
  const { comparison, counts, notes = [] } = preview;
  const isTimetable = row.choices.table?.holds === "departures";
  return (
    <>
      <Heading note={<ImportSteps at="check" />}>
        {mayImport && (
          <a className="button" href={`${importUrl(row)}/cancel`}>
            取消导入
          </a>
        )}
      </Heading>
      {row.error && (
        <p role="alert" className="notice warn">
          {row.error}
        </p>
      )}
      {comparison && <Changes {...props} comparison={comparison} />}
      <ChoiceSection
        action={`${importUrl(row)}/choose`}
        preview={preview}
        choices={row.choices}
        mayImport={mayImport}
      />
      <Section title="文件">
        <Facts
          facts={[
            { label: "文件", value: `${row.fileName}（${row.size}）` },
            { label: "上传", value: `${row.createdByName}，${row.created}` },
            { label: "格式", value: isTimetable ? "发车时刻表" : lineFileKinds[preview.kind] },
            { label: preview.kind === "gtfs" ? "班次" : "记录", value: recordsText(preview) },
            {
              label: "线路",
              value: isTimetable
                ? `${preview.lines} 条`
                : `${preview.lines} 条（环行 ${preview.circular} 条，没有站点 ${preview.lines - preview.withStops} 条）`,
            },
            {
              label: "线路方向",
              value: `${preview.directions} 个${counts.alike > 0 ? `，其中 ${counts.alike} 个与同一线路的另一方向站点相同，作为副分类` : ""}`,
            },
            ...(isTimetable ? [] : [{ label: "站点、路径点", value: `${preview.stops} 个、${preview.points} 个` }]),
          ]}
        />
        {notes.length > 0 && (
          <ul className={styles.notes}>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </Section>
      <ImportProblems title="文件中的问题" problems={preview.problems} count={preview.problemCount} />
      {comparison && (
        <>
          <ImportProblems title="比较中的问题" problems={comparison.problems} count={comparison.problemCount} />
          <Section
            title={`${isTimetable ? "时刻表" : comparison.stations ? "线路" : "参考线"}（${totalOf(comparison.lines)}）`}
          >
            <Proposals proposal={comparison.lines} caption="文件中的线路" empty="文件中没有可以导入的线路。" />
          </Section>
          {comparison.stations && (
            <Section title={`站点（${totalOf(comparison.stations)}）`}>
              <Proposals proposal={comparison.stations} caption="文件中的站点" empty="文件中没有站点。" />
            </Section>
          )}
        </>
      )}
    </>
  );
}

function Changes({
  row,
  preview,
  comparison,
  organisations,
  mayImport,
  mayMakeOrg,
  reply,
}: Props & { comparison: Comparison }) {
  const { lines, directions, stations, known, drafts, problemCount, choice, source } = comparison;
  const { doubts = [], doubtCount = 0 } = comparison;
  const [form, fields] = useRoomForm(
    ConfirmForm,
    reply,
    { orgId: organisations.length === 1 ? organisations[0]!.value : undefined, remember: true },
    "confirm",
  );
  const nothing = [lines, stations].every((part) => !part || part.counts.new + part.counts.changed === 0);
  const empty = [lines, stations].every((part) => !part || totalOf(part) === 0);
  const doubt = doubtOf(preview.likely, choice.crs, preview.against);
  return (
    <Section title="将要发生的变化">
      <p>{`${uses[choice.use]}${isPlaced(row.choices) ? `，坐标系 ${FILE_CRS_LABELS[choice.crs]}` : ""}。`}</p>
      {doubt && <p className="notice warn">{doubt}</p>}
      {preview.likely.points < 5 && isPlaced(row.choices) && (
        <p className="notice warn">坐标系没有经过核对，导入后请抽查几条线路在地图上的位置。</p>
      )}
      <CountsTable rows={countRows({ use: choice.use, lines: lines.counts, directions, stations: stations?.counts })} />
      {known && known.byNumber + known.byPlace > 0 && (
        <p>
          不变的站点中，按编号认出已有站点 {known.byNumber} 个，按站名和位置认出 {known.byPlace} 个。
        </p>
      )}
      {preview.sources && preview.sources.length > 0 && source && <p>编号的来源：{source}。</p>}
      {problemCount > 0 && <p className="notice warn">有 {problemCount} 处问题，请先看“比较中的问题”。</p>}
      {drafts > 0 && <p className="notice warn">{drafts} 条线路会留为草稿，原因见“比较中的问题”。</p>}
      {nothing && !empty && doubtCount === 0 && (
        <p className="notice good">文件内容与已有数据一致，导入不会改动任何数据。</p>
      )}
      {empty && (
        <p className="notice warn">
          文件中没有可以导入的内容，原因见“比较中的问题”。请换一种导入方式，或取消后上传其他文件。
        </p>
      )}
      {mayImport && !empty && (
        <form method="post" id={form.id}>
          <OnceField />
          <ErrorSummary
            form={form}
            labels={{ orgId: "线路所属机构", newOrgName: "线路所属机构", ticks: "存疑的站点" }}
          />
          {choice.use === "lines" && lines.counts.new > 0 && (
            <NewLinesOwner fields={fields} organisations={organisations} mayCreate={mayMakeOrg} />
          )}
          {doubtCount > 0 && (
            <DoubtTable
              doubts={doubts}
              count={doubtCount}
              ticked={row.choices.ticks ?? []}
              allTicked={row.choices.allTicks ?? false}
            />
          )}
          {row.choices.table && row.choices.table.headerRow > 0 && row.choices.table.layout !== "columns" && (
            <CheckField field={fields.remember} label="记住，下次表头相同的表格按这样读取" wide />
          )}
          <p className={styles.actions}>
            <button className="button primary">确认导入</button>
          </p>
        </form>
      )}
    </Section>
  );
}

function recordsText({ kind, counts: { records, duplicates } }: FilePreview): string {
  return kind === "gtfs"
    ? `${records} 个`
    : `${records} 条，其中完全重复 ${duplicates} 条，不同的 ${records - duplicates} 条`;
}
