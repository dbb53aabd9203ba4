import { CountsTable } from "~/kernel/imports/counts-table";
import { importStates } from "~/kernel/imports/import-states";
import { FILE_CRS_LABELS } from "~/kernel/map/file-crs";
import { Facts, Heading, Section } from "~/kernel/screens";
import { importUrl, lineImportsUrl } from "../urls";
import styles from "./files.module.css";
import { countRows, type FileImport, type FileResult, uses } from "./schema";

interface Props {
  row: Pick<FileImport, "importId" | "kind" | "fileName" | "state" | "error" | "result" | "createdByName" | "confirmedByName"> & { size: string; created: string; finished: string };
  /** The file is still kept and may be read again. */
  retry: boolean;
  mayImport: boolean;
}

/** How an import of a file ended: what it has changed, or why not. */
export function FileEnd({ row, retry, mayImport }: Props) {
  return (
    <>
      <Heading>
        <a className="button" href={lineImportsUrl}>
          返回
        </a>
      </Heading>
      <Section title={importStates[row.state]}>
        {row.state === "failed" && (
          <p role="alert" className="notice bad">
            {row.error}
          </p>
        )}
        {row.state === "done" && row.result && <Result result={row.result} />}
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
          <form method="post" action={`${importUrl(row)}/retry`} className={styles.actions}>
            {retry && <button className="button primary">重新读取</button>}
            <a className="button" href={lineImportsUrl}>
              上传其他文件
            </a>
          </form>
        )}
      </Section>
    </>
  );
}

function Result({ result }: { result: FileResult }) {
  const { lines, stations, use, crs } = result;
  const unchanged = [lines, stations].every((part) => !part || part.new + part.changed === 0);
  return (
    <>
      <p role="status" className="notice good">
        导入完成{unchanged ? "，数据与导入前一致" : ""}。{uses[use]}，坐标系 {FILE_CRS_LABELS[crs]}。
      </p>
      <CountsTable rows={countRows(result)} />
      <p className={styles.actions}>
        <a className="button" href="/line/line-management">
          查看线路
        </a>
        {stations && (
          <a className="button" href="/station/station-management">
            查看站点
          </a>
        )}
      </p>
    </>
  );
}
