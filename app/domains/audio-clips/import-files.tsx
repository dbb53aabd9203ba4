import table from "~/kit/page/tables/framed-table.module.css";
import { audioRoom } from "./room";
import type { LoadedImport } from "./load-import.server";
import { importUrl } from "./import-row";

interface ImportFilesProps {
  loaded: Pick<LoadedImport, "row" | "files" | "at" | "pages">;
  /** What a person wrote and was refused, by field. */
  errors?: Record<string, string[] | null>;
  typed?: Record<string, string>;
}

/** The files of an import: whom each is for and why, to be corrected in place while it is not confirmed. */
export function ImportFiles({ loaded: { row, files, at, pages }, errors = {}, typed = {} }: ImportFilesProps) {
  const isOpen = row.state === "preview";
  return (
    <>
      <table className={table.framed}>
        <caption className="unseen">文件</caption>
        <thead>
          <tr>
            {["文件", "时长", "用于", "说的是", "原因", isOpen ? "不导入" : "结果"].map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {files.map((file) => {
            const name = `whom-${file.row}`;
            const wrong = errors[name];
            return (
              <tr key={file.row}>
                <td>{file.fileName}</td>
                <td className={table.short}>{file.duration}</td>
                <td>
                  {isOpen && !file.fault ? (
                    <>
                      <input type="hidden" name="row" value={file.row} />
                      <input
                        name={name}
                        defaultValue={typed[name] ?? file.whom}
                        maxLength={64}
                        size={16}
                        aria-label={`${file.fileName} 用于`}
                        aria-invalid={wrong ? true : undefined}
                        aria-describedby={wrong ? `${name}-error` : undefined}
                      />
                      {wrong && (
                        <div id={`${name}-error`} role="alert">
                          {wrong.join("；")}
                        </div>
                      )}
                    </>
                  ) : (
                    file.whom
                  )}
                </td>
                <td>
                  {file.staUuid ? `${file.text}（站点）` : file.text}
                  {file.reading && <div className="quiet">{file.reading}</div>}
                </td>
                <td>
                  {file.fault ? <b>{file.fault}</b> : file.why}
                  {file.doubles && (
                    <>
                      <br />
                      <b>{file.doubles}</b>
                    </>
                  )}
                </td>
                <td>
                  {isOpen && !file.fault ? (
                    <input
                      type="checkbox"
                      name={`skip-${file.row}`}
                      defaultChecked={file.isSkipped}
                      aria-label={`不导入 ${file.fileName}`}
                    />
                  ) : (
                    <Outcome file={file} />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {pages > 1 && (
        <p>
          第 {at} 页，共 {pages} 页 {at > 1 && <a href={`${importUrl(row)}?page=${at - 1}`}>上一页</a>}{" "}
          {at < pages && <a href={`${importUrl(row)}?page=${at + 1}`}>下一页</a>}
        </p>
      )}
    </>
  );
}

const outcomes = { created: "新增", replaced: "已替换", refused: "没有保存" } as const;

function Outcome({ file }: { file: LoadedImport["files"][number] }) {
  if (!file.outcome) return <>{file.isSkipped ? "不导入" : file.fault ? "不能导入" : ""}</>;
  const key = file.outcome === "replaced" ? file.replacesUuid : file.audioUuid;
  return file.outcome === "refused" ? (
    <>{outcomes.refused}</>
  ) : (
    <a href={`${audioRoom.url}/${key}`}>{outcomes[file.outcome]}</a>
  );
}
