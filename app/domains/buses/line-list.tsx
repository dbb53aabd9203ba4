import { NamedLink } from "~/kit/page/screens/named-link";
import styles from "./buses.module.css";
import type { AuthorisedLine } from "./work-forms";

export function LineList({ lines, voices = false }: { lines: readonly AuthorisedLine[]; voices?: boolean }) {
  if (lines.length === 0) return <p className="quiet">还没有授权线路。</p>;
  return (
    <ul className={styles.list}>
      {lines.map(({ busLineUuid, lineUuid, lineName, isMain, beginDate, endDate, inForce }) => (
        <li key={busLineUuid}>
          <NamedLink href={`/line/line-management/${lineUuid}`} name={lineName} />
          {isMain && (
            <>
              <span className={styles.mark} data-tone="good">
                主线路
              </span>{" "}
              {voices && <a href={`/line/line-management/${lineUuid}/voice`}>语音</a>}
            </>
          )}
          <span className="quiet">
            {`${beginDate} ${endDate ? `至 ${endDate}` : "起"}`}
            {inForce ? "" : "（未到）"}
          </span>
        </li>
      ))}
    </ul>
  );
}
