import { distanceBetween, formatLngLat, isLngLat, type LngLat } from "~/transit/geo/lng-lat";
import { areasLayer } from "./areas-layer.client";
import { bindInputs } from "./bound-inputs.client";
import { dragPoint } from "./drag-point.client";
import type { MapView } from "./map-view.client";
import { nearbyStations } from "./nearby-stations.client";
import type { PointPickerProps } from "./point-picker.island";
import { LINE } from "./road-style";
import { colourAt } from "./theme-colour.client";

/** Ties a pin on the map to two number inputs of the form around it; `say` hears what to tell the person. */
export function pickPoint(view: MapView, props: PointPickerProps, say: (note: string) => void) {
  const { lngName, latName, mapSettings, nearbyUrl, shapes, from } = props;
  if (shapes?.length) view.map.addLayer(areasLayer(shapes, colourAt(view.target, LINE)).layer);
  const nearby = nearbyUrl
    ? nearbyStations(view, nearbyUrl, () => {
        const point = typed();
        if (point) say(`${describe(point)}。附近已有的站点没有取到，请先核对是否已有同一站点`);
      })
    : null;
  const describe = (point: LngLat) => {
    const metres = from ? Math.round(distanceBetween(from, point)) : 0;
    return `当前位置 ${formatLngLat(point)}${metres > 0 ? `，离原位置 ${metres} 米` : ""}，可拖动图钉`;
  };
  const tell = (point: LngLat | null) => {
    say(point ? describe(point) : EMPTY);
    if (point) void nearby?.around(point);
  };
  const inputs = bindInputs(view.target, [lngName, latName], () => {
    pin.show(typed());
    tell(typed());
    if (typed()) view.home();
  });
  const typed = (): LngLat | null => {
    const [lng, lat] = inputs.read() ?? [NaN, NaN];
    return isLngLat(lng!, lat!) ? [lng!, lat!] : null;
  };
  const pin = dragPoint(
    view,
    (point) => {
      inputs.write(point);
      tell(point);
    },
    (point) => say(describe(point)),
  );
  const olView = view.map.getView();
  const toCentre = view.home;
  view.home = () => {
    const point = typed();
    if (!point) return toCentre();
    olView.setCenter(view.toMap(point));
  };
  if (typed()) olView.setZoom(Math.min(16, mapSettings.maxZoom));
  view.home();
  pin.show(typed());
  tell(typed());
  const takeCentre = () => {
    const point = view.centre();
    pin.show(point);
    inputs.write(point);
    tell(point);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    takeCentre();
    event.preventDefault();
  };
  view.target.addEventListener("keydown", onKey);
  return {
    takeCentre,
    dispose() {
      view.target.removeEventListener("keydown", onKey);
      inputs.dispose();
      pin.dispose();
      nearby?.dispose();
    },
  };
}

const EMPTY = "在地图上点击选择位置";
