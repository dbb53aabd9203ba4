import { OnceField } from "~/kit/page/forms/once";
import { Section } from "~/kit/page/screens";
import { FaultList, type ShownFault } from "~/kit/page/screens/fault-list";
import table from "~/kit/page/tables/lined-table.module.css";
import type { TouchedVariant } from "./readiness.server";

interface Props {
  variants: readonly TouchedVariant[];
  /** By the key of a file. */
  findings: Record<string, ShownFault[]>;
  mayGenerate: boolean;
  mayIssue: boolean;
}

/** The lines whose announcements change on the day, each with its file and how far it is on its way. */
export function FileSection({ variants, findings, mayGenerate, mayIssue }: Props) {
  const isMissing = variants.some((one) => !isMade(one));
  const lacksVehicles = variants.some((one) => isMade(one) && one.isPrimary && one.have < one.buses);
  return (
    <Section
      title={`线路文件（${variants.length}）`}
      actions={
        <form method="post">
          <OnceField />
          {mayGenerate && isMissing && (
            <button className="button" name="do" value="generate">
              生成缺少的线路文件
            </button>
          )}{" "}
          {mayIssue && lacksVehicles && (
            <button className="button" name="do" value="issue">
              下发到车辆
            </button>
          )}
        </form>
      }
    >
      {variants.length === 0 ? (
        <p className="quiet">这些变更不影响任何线路的报站。</p>
      ) : (
        <table className={table.lined}>
          <caption className="unseen">线路文件</caption>
          <thead>
            <tr>
              <th scope="col">线路</th>
              <th scope="col">线路文件</th>
              <th scope="col">说明</th>
              <th scope="col">车辆</th>
            </tr>
          </thead>
          <tbody>
            {variants.map((one) => (
              <tr key={one.classifySid}>
                <td>
                  <a href={`/line/line-management/${one.lineUuid}?classify=${one.classifySid}`}>{one.name}</a>
                </td>
                <td>
                  {one.file ? (
                    <a href={`/voice/file-management/${one.file.fileUuid}`}>{one.file.fileVersion}</a>
                  ) : (
                    "没有"
                  )}
                </td>
                <td>
                  {standing(one)}
                  {one.file && <Findings faults={findings[one.file.fileUuid]} />}
                </td>
                <td>{vehicles(one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

function Findings({ faults }: { faults?: readonly ShownFault[] }) {
  if (!faults) return null;
  return (
    <details>
      <summary>生成时的提醒（{faults.length}）</summary>
      <FaultList faults={faults} />
    </details>
  );
}

const isMade = ({ file }: TouchedVariant) => file !== null && file.changed.length === 0 && !file.isOvertaken;

function standing({ file, hasFile, classifySid, isUnheard }: TouchedVariant) {
  if (!file && !hasFile)
    return (
      <>
        还没有任何线路文件，请先
        <a href={`/voice/file-management/new?classifySid=${classifySid}`}>新建并生成一份</a>
      </>
    );
  if (!file) return "要为这一天生成";
  if (file.isOvertaken) return "之后又生成了别的版本，请重新生成";
  if (file.changed.length > 0) return `过期：${file.changed.join("、")}已改变`;
  if (!isUnheard) return "最新";
  return (
    <>
      最新，还没有人听过：<a href={`/voice/file-management/${file.fileUuid}/listen`}>试听</a>
    </>
  );
}

const vehicles = ({ buses, issued, have, taskUuid }: TouchedVariant) =>
  taskUuid ? (
    <a href={`/voice/issue-task/${taskUuid}`}>
      {have} / {issued} 辆已收到
    </a>
  ) : (
    `${buses} 辆，未下发`
  );
