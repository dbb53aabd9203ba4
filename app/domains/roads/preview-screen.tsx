import { ImportSteps } from "~/kit/page/import-flow/import-steps";
import { OnceField } from "~/kit/page/forms/once";
import { CheckField } from "~/kit/page/forms/fields";
import { ErrorSummary, Fields } from "~/kit/page/forms/form-parts";
import type { Choice } from "~/kit/page/forms/field";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { CountsTable } from "~/kit/page/import-flow/counts-table";
import { NewLinesOwner } from "~/kit/page/import-flow/new-lines-owner";
import { ImportProblems } from "~/kit/page/import-flow/import-problems";
import { totalOf } from "~/kit/page/import-flow/proposal";
import { Proposals } from "~/kit/page/import-flow/proposals";
import { Facts, Heading, Section } from "~/kit/page/screens";
import { problemsInWords } from "./problem-words";
import styles from "./roads.module.css";
import { ConfirmForm, type ImportPreview, type SkippedCount } from "./schema";
import { importUrl } from "./urls";

interface Props {
  row: {
    importId: string;
    fileName: string;
    size: string;
    created: string;
    createdByName: string;
    preview: ImportPreview | null;
  };
  organisations: Choice[];
  mayImport: boolean;
  mayMakeOrg: boolean;
  reply?: Reply;
}

export function PreviewScreen({ row, organisations, mayImport, mayMakeOrg, reply }: Props) {
  const [form, fields] = useRoomForm(ConfirmForm, reply);
  const preview = row.preview!;
  const { facts, roads, lines, stations, turns } = preview;
  const nothing = [roads, lines.counts, stations.counts, ...(turns ? [turns.counts] : [])].every(
    (part) => part.new + part.changed + (part.closed ?? 0) === 0,
  );
  return (
    <>
      <Heading note={<ImportSteps at="check" />} />
      <Section title="将要发生的变化">
        <CountsTable
          rows={[
            ["道路（条）", roads],
            ...(turns ? ([["转向限制", turns.counts]] as const) : []),
            ["线路", lines.counts],
            ["站点", stations.counts],
          ]}
        />
        {nothing && <p className="notice good">文件内容与已有数据一致，导入不会改动任何数据。</p>}
        {mayImport && (
          <form method="post" id={form.id}>
            <OnceField />
            <ErrorSummary form={form} labels={{ orgId: "线路所属机构", newOrgName: "线路所属机构" }} />
            {(lines.counts.new > 0 || stations.counts.new + lines.counts.changed + stations.counts.changed > 0) && (
              <Fields>
                <CheckField field={fields.roadsOnly} label="只导入道路和转向限制，不导入公交线路和站点" wide />
              </Fields>
            )}
            {lines.counts.new > 0 && (
              <NewLinesOwner fields={fields} organisations={organisations} mayCreate={mayMakeOrg} />
            )}
            <p className={styles.downloads}>
              <button className="button primary">确认导入</button>
              <a className="button" href={`${importUrl(row)}/cancel`}>
                取消导入
              </a>
            </p>
          </form>
        )}
      </Section>
      {preview.touched && preview.touched.length > 0 && (
        <Section title={`经过变化道路的线路（${preview.touchedCount}）`}>
          <p className="quiet">这些线路方向的路径沿着将要变化或封闭的道路；导入后会重新检查，并列出受影响的线路。</p>
          <p>{preview.touched.map(({ name }) => name).join("、")}</p>
        </Section>
      )}
      <Section title="文件">
        <Facts
          facts={[
            { label: "文件", value: `${row.fileName}（${row.size}）` },
            { label: "上传", value: `${row.createdByName}，${row.created}` },
            { label: "内容", value: `节点 ${facts.nodes}，道路 ${facts.ways}，关系 ${facts.relations}` },
            { label: "公交可走的道路", value: `${preview.edges} 段，${preview.kilometres} 公里` },
            ...(turns ? [{ label: "转向限制", value: `${turns.read} 个，其中 ${turns.kept} 个公交须遵守` }] : []),
            { label: "公交线路关系", value: `${facts.routes} 个，方向 ${preview.directions} 个` },
            { label: "不完整的线路（导入为草稿）", value: preview.drafts },
            {
              label: "范围",
              value:
                facts.bounds &&
                `${facts.bounds.minLng.toFixed(4)}, ${facts.bounds.minLat.toFixed(4)} 到 ${facts.bounds.maxLng.toFixed(4)}, ${facts.bounds.maxLat.toFixed(4)}`,
            },
          ]}
        />
      </Section>
      <Section title={`线路（${totalOf(lines)}）`}>
        <Proposals proposal={lines} caption="文件中的线路" empty="文件中没有公交线路。" />
      </Section>
      <Section title={`站点（${totalOf(stations)}）`}>
        <Proposals proposal={stations} caption="文件中的站点" empty="文件中没有公交站点。" />
      </Section>
      <ImportProblems title="问题" problems={problemsInWords(preview.problems)} count={preview.problemCount} />
      <Section title="没有采用的道路">
        <SkippedList skipped={preview.skippedWays} />
      </Section>
      {turns && (
        <Section title="没有采用的转向限制">
          <SkippedList skipped={turns.skipped} />
        </Section>
      )}
      <Section title="没有采用的关系">
        <SkippedList skipped={preview.skippedRelations} />
      </Section>
    </>
  );
}

function SkippedList({ skipped }: { skipped: SkippedCount[] }) {
  if (skipped.length === 0) return <p className="quiet">全部采用。</p>;
  return (
    <ul className={styles.skipped}>
      {skipped.map(({ reason, count }) => (
        <li key={reason}>
          <span>{reason}</span>
          <span>{count}</span>
        </li>
      ))}
    </ul>
  );
}
