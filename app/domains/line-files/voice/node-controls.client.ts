import type { Node } from "~/transit/announcements/model";
import { leastRadius, mostRadius, type NodeStep } from "./node-steps";
import { voicePage } from "./urls";
import styles from "./voice.module.css";

type Measure = "distance" | "radius" | "azimuth";

export interface NodeControls {
  element: HTMLFormElement;
  /** Hears of a number typed for the chosen node, and of the buttons. */
  listen: (heard: { type: (measure: Measure, value: number) => void; undo: () => void; drop: () => void }) => void;
  choose: (node: Node | undefined) => void;
  hold: (steps: readonly NodeStep[]) => void;
  dispose: () => void;
}

/** The form under the map: the numbers of the chosen node, undo and save. */
export function nodeControls(file: { fileUuid: string; version: number; direction: number }): NodeControls {
  const element = document.createElement("form");
  element.method = "post";
  element.action = voicePage(file, "", file.direction);
  element.className = styles.moving!;
  const sent = document.createElement("div");
  sent.hidden = true;
  const name = document.createElement("strong");
  const more = document.createElement("a");
  more.textContent = "编辑语音和其他设置";
  const inputs = measures.map(([measure, label, unit, least, most]) => {
    const input = document.createElement("input");
    Object.assign(input, { type: "number", min: String(least), max: String(most), step: "any", required: false });
    const whole = document.createElement("label");
    whole.append(`${label} `, input, ` ${unit}`);
    return { measure, label, input, whole, least, most };
  });
  const chosen = document.createElement("div");
  chosen.append(name, ...inputs.map(({ whole }) => whole), more);
  const none = document.createElement("div");
  none.className = "quiet";
  none.textContent = "点地图或表格中的节点选中它：拖动节点沿路径移动，拖动圆边的点改半径，拖动箭头改方位角。";
  const [undo, save, drop] = [button("撤销一步"), button("保存修改", true), button("全部放弃")];
  const [count, wrong] = [document.createElement("span"), document.createElement("div")];
  wrong.setAttribute("role", "alert");
  wrong.className = styles.wrong!;
  const buttons = document.createElement("div");
  buttons.append(save, undo, drop, count);
  element.append(none, chosen, wrong, buttons, sent);

  let waiting = false;
  const stop = new AbortController();
  element.addEventListener("submit", () => (waiting = false));
  addEventListener("beforeunload", (event) => waiting && event.preventDefault(), { signal: stop.signal });
  return {
    element,
    listen(heard) {
      undo.addEventListener("click", heard.undo);
      drop.addEventListener("click", heard.drop);
      for (const { measure, label, input, least, most } of inputs)
        input.addEventListener("change", () => {
          const value = input.value.trim() === "" ? NaN : Number(input.value);
          const isGood = value >= least && value <= most;
          if (isGood) heard.type(measure, measure === "distance" ? value : Math.round(value));
          wrong.textContent = isGood ? "" : `${label}应为 ${least} 到 ${most}，没有改动`;
        });
      // Enter takes the number over; saving is the button's.
      element.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        event.target.dispatchEvent(new Event("change"));
      });
    },
    choose(node) {
      [none.hidden, chosen.hidden, wrong.textContent] = [Boolean(node), !node, ""];
      if (!node) return;
      name.textContent = `${node.serial} ${node.name}`;
      more.href = voicePage(file, `nodes/${node.nodeUuid}`, file.direction);
      for (const { measure, input } of inputs) input.value = String(node[measure]);
    },
    hold(steps) {
      waiting = steps.length > 0;
      count.textContent = waiting ? `有 ${steps.length} 步修改未保存` : "";
      for (const one of [undo, save, drop]) one.disabled = !waiting;
      sent.replaceChildren(
        hidden("version", file.version),
        ...steps.flatMap((step, at) =>
          Object.entries(step).map(([part, value]) => hidden(`steps[${at}].${part}`, value)),
        ),
      );
    },
    dispose: () => stop.abort(),
  };
}

const measures = [
  ["distance", "距起点", "米", 0, 400_000],
  ["radius", "半径", "米", leastRadius, mostRadius],
  ["azimuth", "方位角", "°", 0, 359],
] as const;

function button(text: string, saves = false): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = saves ? "submit" : "button";
  made.className = saves ? "button primary" : "button";
  made.textContent = text;
  return made;
}

function hidden(name: string, value: unknown): HTMLInputElement {
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", name, value: value === undefined ? "" : String(value) });
  return input;
}
