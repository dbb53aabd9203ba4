import type { ComponentType } from "react";

type IslandModule = { default: ComponentType<never> };

/** Every island by name; the browser fetches one only when a page carries it. */
export const islands = {
  boxPicker: () => import("./kit/page/map/box-picker.island"),
  busMap: () => import("./domains/monitor/bus-map.island"),
  calendar: () => import("./kit/page/forms/calendar.island"),
  chart: () => import("./kit/page/charts/chart.island"),
  itemGrid: () => import("./domains/dictionaries/item-grid.island"),
  lineMap: () => import("./kit/page/map/line-map.island"),
  lineMapEditor: () => import("./domains/lines/map-editor/map-editor.island"),
  pointPicker: () => import("./kit/page/map/point-picker.island"),
  shapePicker: () => import("./kit/page/map/shape-picker.island"),
  shapesMap: () => import("./kit/page/map/shapes-map.island"),
  stationGrid: () => import("./domains/lines/station-grid.island"),
} satisfies Record<string, () => Promise<IslandModule>>;

export type IslandName = keyof typeof islands;
