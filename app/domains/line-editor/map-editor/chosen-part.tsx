import { formatLngLat } from "~/transit/geo/lng-lat";
import { metresText } from "~/kit/page/map/line-drawing";
import { setMode } from "./edit-path";
import { moveStation } from "./edit-stations";
import { metresOf } from "./line-cut";
import type { EditorPart } from "./editor-state";
import { placeOf, stationsAt } from "./model";
import styles from "./map-editor.module.css";

export function ChosenPart({ state, edit, mayMove }: EditorPart & { mayMove: boolean }) {
  const { plan, chosen } = state;
  if (!chosen && state.tool === "insert") return null;
  if (!chosen) return <p className={styles.hint}>拖动路径可加途经点，按道路改走；点选站点、路段后可在这里操作。</p>;
  if (chosen.kind === "leg") return <ChosenLeg state={state} leg={chosen.leg} edit={edit} />;
  const anchor = chosen.kind === "point" ? null : plan.anchors[chosen.at];
  const station = anchor?.kind === "station" ? anchor.station : null;
  const place = chosen.kind === "point" ? plan.legs[chosen.leg]!.points[chosen.point]! : placeOf(plan, anchor!);
  const moved = station && plan.moved[station.staUuid];
  const name = station
    ? `第 ${stationsAt(plan).indexOf((chosen as { at: number }).at) + 1} 站 ${station.staName}`
    : chosen.kind === "via"
      ? "途经点"
      : "手绘点";
  return (
    <div className={styles.chosen}>
      <strong>{name}</strong> <span className="quiet">{formatLngLat(place)}</span>
      {moved && (
        <p className="notice warn">
          站点位置已改：保存时写入站点资料，经过它的线路都会变。{" "}
          <button
            type="button"
            className="linklike"
            onClick={() => edit()?.change(moveStation(plan, station.staUuid, [station.lng, station.lat]))}
          >
            放回原处
          </button>
        </p>
      )}
      <div className={styles.buttons}>
        {(!station || mayMove) && <Nudges edit={edit} />}
        <button type="button" className="button small" onClick={() => edit()?.remove()} title="Delete">
          {station ? "从本方向移除" : "删除"}
        </button>
        <button type="button" className="button small" onClick={() => edit()?.cancel()} title="Esc">
          取消选择
        </button>
      </div>
    </div>
  );
}

const ways = { laid: "", asked: "，正在查找道路", missing: "，没有找到道路，暂用直线" };

function ChosenLeg({ state: { plan, trial }, leg, edit }: EditorPart & { leg: number }) {
  const one = plan.legs[leg]!;
  const end = (at: number) => {
    const anchor = plan.anchors[at]!;
    return anchor.kind === "station" ? anchor.station.staName : "途经点";
  };
  return (
    <div className={styles.chosen}>
      <strong>
        {end(leg)} → {end(leg + 1)}
      </strong>{" "}
      <span className="quiet">
        {metresText(metresOf((trial?.legs[leg] ?? one).points))}，{one.mode === "free" ? "手绘" : "按道路"}
        {ways[one.way]}
      </span>
      {one.reason && <p className={styles.bad}>{one.reason}</p>}
      <div className={styles.buttons}>
        {one.mode === "road" && (
          <button type="button" className="button small" onClick={() => edit()?.change(setMode(plan, leg, "free"))}>
            改为手绘（可逐点拖动）
          </button>
        )}
        <button type="button" className="button small" onClick={() => edit()?.change(setMode(plan, leg, "road"))}>
          {one.mode === "road" ? "这段重新走" : "改为按道路"}
        </button>
        <button type="button" className="button small" onClick={() => edit()?.setTool("draw")}>
          重画这段
        </button>
      </div>
    </div>
  );
}

function Nudges({ edit }: Pick<EditorPart, "edit">) {
  const arrows = [
    ["←", "西", -1, 0],
    ["↑", "北", 0, 1],
    ["↓", "南", 0, -1],
    ["→", "东", 1, 0],
  ] as const;
  return (
    <span className={styles.nudges} role="group" aria-label="移动">
      {arrows.map(([sign, side, east, north]) => (
        <button
          key={side}
          type="button"
          className="button small"
          aria-label={`向${side}移动`}
          title="聚焦地图后按方向键，按住 Shift 更快"
          onClick={() => edit()?.nudge(east * 4, north * 4)}
        >
          {sign}
        </button>
      ))}
    </span>
  );
}
