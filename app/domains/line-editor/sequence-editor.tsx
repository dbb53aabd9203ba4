import { OnceField } from "~/kit/page/forms/once";
import { Island } from "~/kit/page/islands/island";
import { type FinderShown, StationFinder } from "./finder/station-finder";
import type { LeavingStation } from "~/domains/line-versions/queries.server";
import { LeavingStations } from "~/domains/line-versions/screens/leaving-stations";
import { SequenceRows, type SequenceRowsProps } from "./sequence-rows";
import styles from "~/domains/line-versions/lines.module.css";

interface SequenceEditorProps extends SequenceRowsProps {
  finder: FinderShown;
  reason?: string;
  version?: number;
  cancelTo: string;
  action: string;
  /** The opposite direction as it was typed last. */
  other: { directionName: string; typed: { stations: number; unsaved: boolean } } | null;
  leaving: readonly LeavingStation[];
}

export const sequenceFormId = "sequence";

export function SequenceEditor(props: SequenceEditorProps) {
  const { finder, reason, version, cancelTo, action, other, leaving, focus, ...grid } = props;
  const { rows, problems } = grid;
  const errors = problems.filter(({ level }) => level === "error");
  return (
    <form id={sequenceFormId} method="post" action={action} data-keep-on-leave="">
      <OnceField />
      <input type="hidden" name="version" value={version ?? 0} />
      {errors.length > 0 && (
        <div role="alert" className="notice bad" tabIndex={-1} autoFocus={!focus}>
          <strong>有 {errors.length} 处需要修改</strong>
          <ul>
            {errors.map(({ row, message }, index) => (
              <li key={index}>
                {row > 0 ? (
                  <a href={`#row-${row}`}>
                    第 {row} 站：{message}
                  </a>
                ) : (
                  message
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      <StationFinder {...finder} keepsPlaces>
        <span className={styles.turns}>
          {rows.length > 1 && (
            <button className="button" name="do" value="reverse">
              反转顺序
            </button>
          )}
          {other && other.typed.stations > 0 && (
            <button
              className="button"
              name="do"
              value="mirror"
              title={`按${other.directionName}的站点反向排列，有对向站的换到对面；本方向现有的站点会被替换，保存前不生效`}
            >
              从{other.directionName}复制
            </button>
          )}
        </span>
      </StationFinder>
      <Island name="stationGrid" props={grid} when="visible">
        <SequenceRows {...grid} focus={focus} />
      </Island>
      <LeavingStations leaving={leaving} />
      <div className={styles.saving}>
        <label>
          修改原因 <input name="reason" defaultValue={reason} maxLength={255} autoComplete="off" />
        </label>
        <button className="button primary" name="do" value="save">
          保存到草稿
        </button>
        <a className="button" href={cancelTo}>
          取消
        </a>
        {other?.typed.unsaved && (
          <span className="quiet">
            一并保存{other.directionName}没有保存的 {other.typed.stations} 站
          </span>
        )}
      </div>
    </form>
  );
}
