import { usePageContext } from "~/kit/page/islands/page-context";
import { formatTime } from "~/kit/ground/time/format-time";
import { Heading, Section } from "~/kit/page/screens";
import lined from "~/kit/page/tables/lined-table.module.css";
import type { HistoryEntry } from "../detail.server";
import { fileUrl, stationVoiceUrl } from "../urls";
import { historyUrl } from "./urls";

/** The files of a line over time, newest first, each with what it changed; two of them can be compared. */
export function FileTimeline({ files }: { files: readonly HistoryEntry[] }) {
  const zone = usePageContext()?.timeZone ?? "UTC";
  const [first] = files;
  const generated = files.filter(({ state }) => state > 0);
  return (
    <>
      <Heading note={first && first.lineName}>
        <a className="button" href={historyUrl}>
          全部线路
        </a>
      </Heading>
      <Section title={`文件（${files.length}）`}>
        {files.length === 0 && <p className="quiet">这条线路还没有线路文件。</p>}
        {files.length > 0 && (
          <form action={`${historyUrl}/compare`}>
            <table className={lined.lined}>
              <caption className="unseen">线路文件，新的在前</caption>
              <thead>
                <tr>
                  <th scope="col">旧</th>
                  <th scope="col">新</th>
                  <th scope="col">文件</th>
                  <th scope="col">状态</th>
                  <th scope="col">公共语音版本</th>
                  <th scope="col">生成</th>
                  <th scope="col">与上一个相比</th>
                </tr>
              </thead>
              <tbody>
                {files.map((file) => {
                  const at = generated.indexOf(file);
                  const name = file.fileVersion ?? "草稿";
                  return (
                    <tr key={file.fileUuid}>
                      {(["before", "after"] as const).map((side, nth) => (
                        <td key={side}>
                          {at >= 0 && generated.length > 1 && (
                            <input
                              type="radio"
                              name={side}
                              value={file.fileUuid}
                              defaultChecked={at === 1 - nth}
                              aria-label={`${nth === 0 ? "旧" : "新"}：${name}`}
                            />
                          )}
                        </td>
                      ))}
                      <td>
                        <a href={file.state === 0 ? stationVoiceUrl(file) : fileUrl(file)}>{name}</a>{" "}
                        <span className="quiet">{file.classifyName}</span>
                      </td>
                      <td>{file.stateName}</td>
                      <td>{file.versionName}</td>
                      <td>
                        {file.generatedAt ? formatTime(file.generatedAt, zone) : "—"} {file.generatedBy}
                      </td>
                      <td>{changeWords(file)}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
            {generated.length > 1 && (
              <p>
                <button className="button">比较选中的两个文件</button>
              </p>
            )}
          </form>
        )}
      </Section>
    </>
  );
}

function changeWords({ changes, state }: HistoryEntry) {
  if (state === 0) return <span className="quiet">还没有生成</span>;
  if (changes.length === 0) return <span className="quiet">没有不同，或是第一个文件</span>;
  return changes.join("；");
}
