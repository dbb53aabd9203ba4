import { inPlain, inReact, type MountIsland } from "./kit/page/islands/kinds";

/** Every island by name; the browser fetches one only when a page carries it. */
export const islands = {
  boxPicker: inPlain(() => import("./kit/page/map/box-picker.island")),
  busMap: inPlain(() => import("./domains/monitor/bus-map.island")),
  calendar: inReact(() => import("./kit/page/forms/calendar.island")),
  chart: inReact(() => import("./kit/page/charts/chart.island")),
  correctionGrid: inReact(() => import("./domains/sheet-imports/correction-grid.island")),
  freshWall: inPlain(() => import("./domains/displays/fresh-wall.island")),
  itemGrid: inReact(() => import("./domains/dictionaries/item-grid.island")),
  lineMap: inPlain(() => import("./kit/page/map/line-map.island")),
  lineMapEditor: inReact(() => import("./domains/line-editor/map-editor/map-editor.island")),
  nodeMap: inPlain(() => import("./domains/line-files/voice/node-map.island")),
  recordSound: inPlain(() => import("./domains/audio-clips/record-sound.island")),
  pointPicker: inPlain(() => import("./kit/page/map/point-picker.island")),
  rowTableGrid: inReact(() => import("./kit/page/grids/row-table-grid.island")),
  shapePicker: inPlain(() => import("./kit/page/map/shape-picker.island")),
  shapesMap: inPlain(() => import("./kit/page/map/shapes-map.island")),
  stationGrid: inReact(() => import("./domains/line-editor/station-grid.island")),
  tripPlayer: inPlain(() => import("./domains/line-files/voice/trip-player.island")),
} satisfies Record<string, () => Promise<MountIsland>>;

export type IslandName = keyof typeof islands;
