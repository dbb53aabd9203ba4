import type { LineDrawing } from "./line-drawing";
import { lineLayer } from "./line-layer.client";
import { hoverMark } from "./hover-mark.client";
import { boxOf } from "~/transit/geo/lng-lat";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { MapView } from "./map-view.client";
import { linkRows } from "./page-rows.client";
import { pointAtStations } from "./point-at-stations.client";
import { LINE } from "./road-style";
import { stationLayer } from "./station-layer.client";
import { colourAt } from "./theme-colour.client";

/** Draws a line into the map and ties its stations to the page's rows; gives back what takes all that away again. */
export function showLine(
  view: MapView,
  drawing: LineDrawing,
  options: { spacing: boolean; highlights: readonly number[] },
): () => void {
  const { map } = view;
  const colour = colourAt(view.target, LINE);
  const stations = stationLayer(drawing.stations, { colour, spacing: options.spacing, path: drawing.path, zIndex: 5 });
  view.home = () => {
    const places = drawing.stations.map((one): LngLat => [one.lng, one.lat]);
    const box = boxOf([...drawing.path, ...drawing.breaks.flat(), ...places]);
    if (box) view.fit(box);
  };
  view.home();
  stations.highlight(new Set(options.highlights));
  const layers = [lineLayer(drawing, colour), stations.layer];
  for (const layer of layers) map.addLayer(layer);

  const mark = hoverMark(view);
  const bySerial = new Map(drawing.stations.map((station) => [station.serial, station]));
  let chosen: number | null = null;
  const hover = (serial: number | null, scroll = false) => {
    mark.show(serial === null ? null : (bySerial.get(serial) ?? null));
    rows.mark(serial ?? chosen, scroll);
  };
  const choose = (serial: number) => {
    chosen = chosen === serial ? null : serial;
    const station = chosen === null ? undefined : bySerial.get(chosen);
    if (station) bringIntoSight(view, [station.lng, station.lat]);
    stations.highlight(new Set([...options.highlights, ...(chosen === null ? [] : [chosen])]));
    rows.mark(chosen, true);
  };
  const rows = linkRows(hover, choose);
  const stopPointing = pointAtStations(view, stations.at, (serial) => hover(serial, true), choose);

  return () => {
    stopPointing();
    rows.dispose();
    mark.dispose();
    for (const layer of layers) map.removeLayer(layer);
  };
}

function bringIntoSight(view: MapView, [lng, lat]: LngLat) {
  const olView = view.map.getView();
  const extent = olView.calculateExtent(view.map.getSize());
  const point = view.toMap([lng, lat]);
  const inside = point[0]! > extent[0]! && point[0]! < extent[2]! && point[1]! > extent[1]! && point[1]! < extent[3]!;
  if (!inside) view.moveTo({ centre: [lng, lat] });
}
