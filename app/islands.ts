import type { ComponentType } from "react";

type IslandModule = { default: ComponentType<never> };

/** Every island by name; the browser fetches one only when a page carries it. */
export const islands = {
  boxPicker: () => import("./kernel/map/box-picker.island"),
  busMap: () => import("./domains/monitor/bus-map.island"),
  calendar: () => import("./kernel/forms/calendar.island"),
  chart: () => import("./kernel/charts/chart.island"),
  itemGrid: () => import("./domains/dictionaries/item-grid.island"),
  lineMap: () => import("./kernel/map/line-map.island"),
  lineMapEditor: () => import("./domains/lines/map-editor/map-editor.island"),
  pointPicker: () => import("./kernel/map/point-picker.island"),
  shapePicker: () => import("./kernel/map/shape-picker.island"),
  shapesMap: () => import("./kernel/map/shapes-map.island"),
  stationGrid: () => import("./domains/lines/station-grid.island"),
} satisfies Record<string, () => Promise<IslandModule>>;

export type IslandName = keyof typeof islands;
