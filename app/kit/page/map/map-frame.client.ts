import type { PlainHost } from "~/kit/page/islands/mount-plain";
import { pause } from "~/kit/page/islands/pause";
import { baseMap } from "./base-maps";
import styles from "./map.module.css";
import type { MapSettings } from "./map-settings";
import type { MapView } from "./map-view.client";

export interface MapFrameOptions<Code> {
  settings: MapSettings;
  /** What the map is, for those who do not see it. */
  label: string;
  /** Pixels, or all that the parent has. */
  height: number | "100%";
  code: Promise<Code>;
  /** Fills the map once it stands and gives back what takes it away; until its promise is kept the island does not stand. */
  start: (view: MapView, code: Code) => Promise<() => void> | (() => void);
}

export interface MapFrame {
  note: (text: string, bad?: boolean) => void;
  tool: (label: string, onClick: () => void) => Tool;
  dispose: () => void;
}

export interface Tool {
  pressed: (on: boolean) => void;
  disabled: (on: boolean) => void;
  label: (text: string) => void;
}

/** A map with buttons for zoom, home and full screen, all reachable by keyboard, in an island's place; an error of `start` is the island's. */
export function mapFrame<Code>(
  { place, stand, fail }: Pick<PlainHost, "place" | "stand" | "fail">,
  { settings, label, height, code, start }: MapFrameOptions<Code>,
): MapFrame {
  const frame = make("div", styles.frame);
  frame.style.height = typeof height === "number" ? `${height}px` : height;
  const target = make("div", styles.target);
  target.tabIndex = 0;
  target.setAttribute("role", "application");
  target.setAttribute("aria-label", `${label}。方向键移动地图，加号和减号缩放。`);
  const scale = hidden(make("div", styles.scale));
  const credit = make("div", styles.credit);
  credit.textContent = baseMap(settings).attribution;
  const said = make("div", styles.note);
  said.setAttribute("role", "status");
  said.hidden = true;
  const tools = make("div", styles.tools);
  tools.setAttribute("role", "group");
  tools.setAttribute("aria-label", "地图工具");
  frame.append(target, scale, credit, said, tools);

  let view: MapView | undefined;
  const addTool = (words: string, onClick: () => void, sign?: string): Tool => {
    const button = make("button", styles.tool);
    button.type = "button";
    button.textContent = sign ?? words;
    if (sign) {
      button.title = words;
      button.setAttribute("aria-label", words);
    }
    button.addEventListener("click", onClick);
    tools.append(button);
    return {
      pressed: (on) => button.setAttribute("aria-pressed", String(on)),
      disabled: (on) => void (button.disabled = on),
      label: (text) => void (button.textContent = text),
    };
  };
  addTool("放大", () => view?.zoomBy(1), "＋");
  addTool("缩小", () => view?.zoomBy(-1), "－");
  addTool("复位", () => view?.home());
  if (document.fullscreenEnabled)
    addTool("全屏", () => void (document.fullscreenElement ? document.exitFullscreen() : frame.requestFullscreen()));
  place.append(frame);

  let stopped = false;
  const ends: (() => void)[] = [];
  void bring().catch((error: unknown) => stopped || fail(error));
  return {
    note(text, bad = false) {
      if (said.textContent !== text) said.textContent = text;
      said.hidden = !text;
      said.toggleAttribute("data-bad", bad);
    },
    tool: addTool,
    dispose() {
      stopped = true;
      for (const end of ends.reverse()) end();
    },
  };

  async function bring() {
    const [{ createMapView }, { keepScale }, given] = await Promise.all([
      import("./map-view.client"),
      import("./scale-line.client"),
      code,
    ]);
    await pause();
    if (stopped) return;
    const live = await createMapView(target, settings);
    if (stopped) return live.dispose();
    view = live;
    ends.push(live.dispose, keepScale(live.map, scale));
    const [empty] = await Promise.all([start(live, given), live.based]);
    if (stopped) return empty();
    ends.push(empty);
    live.map.once("rendercomplete", () => {
      stand();
      frame.dataset.mapReady = "";
    });
    live.map.render();
  }
}

function make<K extends keyof HTMLElementTagNameMap>(name: K, className: string | undefined): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  if (className) element.className = className;
  return element;
}

function hidden(element: HTMLElement): HTMLElement {
  element.setAttribute("aria-hidden", "true");
  return element;
}
