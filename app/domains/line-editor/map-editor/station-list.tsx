import { memo, useEffect, useRef } from "react";
import { metresText } from "~/kit/page/map/line-drawing";
import { removeStation, reorderStation } from "./edit-stations";
import type { EditorPart } from "./editor-state";
import { figuresOf, measure } from "./measure-plan";
import { stationsAt } from "./model";
import styles from "./map-editor.module.css";

export const StationList = memo(
  Stations,
  ({ state: before }, { state: after }) => before.plan === after.plan && before.chosen === after.chosen,
);

function Stations({ state, edit, showSpacing }: EditorPart & { showSpacing: boolean }) {
  const { plan, chosen } = state;
  const list = useRef<HTMLOListElement>(null);
  const measured = measure(plan);
  const figures = figuresOf(plan);
  const at = stationsAt(plan);
  const call = chosen?.kind === "station" ? at.indexOf(chosen.at) : -1;
  useEffect(() => {
    const row = list.current?.children[call] as HTMLElement | undefined;
    row?.scrollIntoView({ block: "nearest" });
  }, [call]);
  const reorder = (to: number) => {
    const next = reorderStation(plan, call, to);
    edit()?.change(next, { kind: "station", at: stationsAt(next)[Math.max(0, Math.min(to, at.length - 1))]! });
  };
  const button = (label: string, onClick: () => void, disabled = false) => (
    <button type="button" className="button small" disabled={disabled} onClick={onClick}>
      {label}
    </button>
  );
  if (at.length === 0) return <p className="quiet">这个方向还没有站点：点“加站”添加。</p>;
  return (
    <ol ref={list} className={styles.stations} aria-label="站点">
      {at.map((place, i) => {
        const anchor = plan.anchors[place]!;
        if (anchor.kind !== "station") return null;
        const { reason, unsure } = measured[i]!;
        const { along, spacing } = figures[i]!;
        return (
          <li
            key={`${anchor.station.staUuid}${i}`}
            data-station-serial={i + 1}
            data-chosen={i === call || undefined}
            data-doubtful={reason ? "" : undefined}
          >
            <button
              type="button"
              className={styles.station}
              aria-pressed={i === call}
              title={`${anchor.station.staName} ${anchor.station.staSelfCode}`}
              onClick={() => edit()?.choose({ kind: "station", at: place }, true)}
              onFocus={(event) =>
                event.target.matches(":focus-visible") &&
                i !== call &&
                edit()?.choose({ kind: "station", at: place }, true)
              }
            >
              <span className={styles.serial}>{i + 1}</span>
              <span className={styles.name}>
                {anchor.station.staName}
                {anchor.station.version === 0 && <em>站点已删除</em>}
                {plan.moved[anchor.station.staUuid] && <em>位置已改</em>}
              </span>
              <span className={styles.metres}>
                {unsure ? "约 " : ""}
                {(along / 1000).toFixed(3)}
                {showSpacing && spacing !== null && <small>+{metresText(spacing)}</small>}
              </span>
            </button>
            {reason && <span className={styles.reason}>{reason}</span>}
            {i === call && (
              <span className={styles.buttons}>
                {button("上移", () => reorder(i - 1), i === 0)}
                {button("下移", () => reorder(i + 1), i === at.length - 1)}
                {button("移除", () => edit()?.change(removeStation(plan, i), null))}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
