import { useState } from "react";
import type { BaseOffer } from "./base-offers";
import { searchAll, trimEnds } from "./edit-path";
import type { EditorPart } from "./editor-state";
import styles from "./map-editor.module.css";

export function EditorTools({ state, edit, bases }: EditorPart & { bases: readonly BaseOffer[] }) {
  const { plan, tool, mayUndo, mayRedo, waiting } = state;
  const [around, setAround] = useState({ stations: false, lines: false });
  const toggle = (kind: "stations" | "lines") => {
    setAround({ ...around, [kind]: !around[kind] });
    edit()?.around(kind, !around[kind]);
  };
  const button = (
    label: string,
    title: string,
    onClick: () => void,
    more: { disabled?: boolean; "aria-pressed"?: boolean } = {},
  ) => (
    <button type="button" className="button" title={title} onClick={onClick} {...more}>
      {label}
    </button>
  );
  const chosenLeg = state.chosen?.kind === "leg";
  return (
    <div className={styles.tools} role="toolbar" aria-label="编辑工具">
      <span>
        {button("撤销", "Ctrl+Z", () => edit()?.undo(), {
          disabled: !mayUndo && !(tool === "draw" && state.drawn > 0),
        })}
        {button("重做", "Ctrl+Y", () => edit()?.redo(), { disabled: !mayRedo })}
      </span>
      <span>
        {button("加站", "在图上点一处，选附近的站点", () => edit()?.setTool(tool === "insert" ? "choose" : "insert"), {
          "aria-pressed": tool === "insert",
        })}
        {button(
          "手绘",
          "先点选一段路径，再依次点击画出它",
          () => edit()?.setTool(tool === "draw" ? "choose" : "draw"),
          { "aria-pressed": tool === "draw", disabled: tool !== "draw" && !chosenLeg },
        )}
        {button(
          "中心加点",
          "在地图中心给最近的路段加一个点（聚焦地图后按 Enter）",
          () => (tool === "draw" ? edit()?.drawCentre() : edit()?.addAtCentre()),
          { disabled: plan.legs.length === 0 },
        )}
      </span>
      <span>
        {button("上一点", "聚焦地图后按 P", () => edit()?.step(-1))}
        {button("下一点", "聚焦地图后按 N", () => edit()?.step(1))}
      </span>
      <span>
        {button("沿道路重算", "除手绘段外，全程重新查找", () => edit()?.change(searchAll(plan)), {
          disabled: plan.legs.length === 0 || waiting > 0,
        })}
        {plan.head.length + plan.tail.length > 0 &&
          button("裁掉站外路径", "去掉首站前、末站后的路径", () => edit()?.change(trimEnds(plan)))}
      </span>
      <span className={styles.layers}>
        <label>
          <input type="checkbox" checked={around.stations} onChange={() => toggle("stations")} /> 网络站点
        </label>
        <label>
          <input type="checkbox" checked={around.lines} onChange={() => toggle("lines")} /> 附近线路
        </label>
        <label>
          底图{" "}
          <select onChange={(event) => void edit()?.base(bases[Number(event.target.value)]!.settings)}>
            {bases.map(({ label }, at) => (
              <option key={label} value={at}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </span>
    </div>
  );
}
