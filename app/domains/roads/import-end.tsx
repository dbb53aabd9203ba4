import { importStates, type ImportState } from "~/kernel/imports/import-states";
import { CountsTable } from "~/kernel/imports/counts-table";
import { Facts, Heading, Section } from "~/kernel/screens";
import styles from "./roads.module.css";
import type { ImportResult } from "./schema";
import { importsUrl, importUrl, roadsUrl } from "./urls";

interface Props {
  row: {
    importId: string;
    fileName: string;
    size: string;
    state: ImportState;
    error: string | null;
    created: string;
    createdByName: string;
    confirmedByName: string | null;
    finished: string;
    result: ImportResult | null;
  };
  /** The file is still kept and may be read again. */
  retry: boolean;
  mayImport: boolean;
}

/** How an import ended: what it has changed, or why not. */
export function ImportEnd({ row, retry, mayImport }: Props) {
  return (
    <>
      <Heading>
        <a className="button" href={roadsUrl}>
          返回
        </a>
      </Heading>
      <Section title={importStates[row.state]}>
        {row.state === "failed" && (
          <p role="alert" className="notice bad">
            {row.error}
          </p>
        )}
        {row.state === "done" && row.result && (
          <>
            <p role="status" className="notice good">
              导入完成{unchanged(row.result) ? "，数据与导入前一致" : ""}。
            </p>
            <CountsTable rows={[["道路（条）", row.result.roads], ["线路", row.result.lines], ["站点", row.result.stations]]} />
            <BrokenPaths {...row.result} />
            <p className={styles.downloads}>
              <a className="button" href="/line/line-management">
                查看线路
              </a>
              <a className="button" href="/station/station-management">
                查看站点
              </a>
            </p>
          </>
        )}
        {row.state === "cancelled" && <p role="status">导入已取消，没有改动任何数据。</p>}
        <Facts
          facts={[
            { label: "文件", value: `${row.fileName}（${row.size}）` },
            { label: "上传", value: `${row.createdByName}，${row.created}` },
            { label: "确认", value: row.confirmedByName },
            { label: "结束时间", value: row.finished },
          ]}
        />
        {row.state !== "done" && mayImport && (
          <form method="post" action={`${importUrl(row)}/retry`} className={styles.downloads}>
            {retry && <button className="button primary">重新读取</button>}
            <a className="button" href={importsUrl}>
              上传其他文件
            </a>
          </form>
        )}
      </Section>
    </>
  );
}

/** Which lines the new roads leave beside them. */
function BrokenPaths({ checked = 0, broken = [], asked = 0 }: ImportResult) {
  if (checked === 0 && asked === 0) return null;
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  return (
    <div className={broken.length + asked > 0 ? "notice warn" : "notice good"}>
      <p>
        {broken.length === 0 ? `已按新的道路检查 ${checked} 个线路方向，没有受到影响。` : `已按新的道路检查 ${checked} 个线路方向，其中 ${broken.length} 个不再完全在道路上：`}
        {asked > 0 && <a href="/line/line-tools/white-list?recheck=1">{`${asked} 段白名单路段需要再次确认`}</a>}
      </p>
      {broken.length > 0 && (
        <ul>
          {broken.slice(0, 200).map(({ checkKey, name, before, after }) => (
            <li key={checkKey}>
              <a href={`/line/line-tools/checks/${checkKey}`}>{name}</a>：{percent(before)} → {percent(after)} 在道路上
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function unchanged({ roads, lines, stations }: ImportResult): boolean {
  return [roads, lines, stations].every((part) => part.new + part.changed === 0) && roads.closed === 0;
}
