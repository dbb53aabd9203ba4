import styles from "./voice.module.css";

export interface TripControls {
  element: HTMLElement;
  /** How many times faster than 30 km/h the bus drives. */
  pace: () => number;
  side: () => "inside" | "outside" | "none";
  /** Whether the bus stands while it speaks. */
  waits: () => boolean;
  onRun: (toggle: () => void) => void;
  onSeek: (seek: (share: number) => void) => void;
  show: (state: { running: boolean; share: number }) => void;
}

/** Buttons and choices above the map of a trip; all by keyboard. */
export function tripControls(): TripControls {
  const element = document.createElement("div");
  element.className = styles.driver!;
  const run = document.createElement("button");
  run.type = "button";
  run.className = "button primary";
  run.textContent = "开始行驶";
  const pace = choice("速度", [
    ["1", "30 公里/时"],
    ["4", "4 倍"],
    ["10", "10 倍"],
  ]);
  const side = choice("放音", [
    ["inside", "车内"],
    ["outside", "车外"],
    ["none", "不放音"],
  ]);
  const waits = document.createElement("input");
  waits.type = "checkbox";
  waits.checked = true;
  const place = document.createElement("input");
  place.type = "range";
  [place.min, place.max, place.step, place.value] = ["0", "1", "0.001", "0"];
  element.append(run, pace.label, side.label, labelled("报站时停车等候", waits), labelled("位置", place));
  return {
    element,
    pace: () => Number(pace.select.value),
    side: () => side.select.value as "inside" | "outside" | "none",
    waits: () => waits.checked,
    onRun: (toggle) => run.addEventListener("click", toggle),
    onSeek: (seek) => place.addEventListener("input", () => seek(Number(place.value))),
    show({ running, share }) {
      run.textContent = running ? "暂停" : share > 0 && share < 1 ? "继续行驶" : "开始行驶";
      place.value = String(share);
    },
  };
}

function choice(text: string, options: [value: string, label: string][]) {
  const select = document.createElement("select");
  for (const [value, label] of options) select.add(new Option(label, value));
  return { select, label: labelled(text, select) };
}

function labelled(text: string, control: HTMLElement): HTMLLabelElement {
  const label = document.createElement("label");
  label.append(`${text} `, control);
  return label;
}
