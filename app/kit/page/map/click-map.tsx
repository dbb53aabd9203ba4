import type { Box, LngLat } from "~/transit/geo/lng-lat";
import { fitViewport, toDegrees, toMercator } from "~/transit/geo/project";

/** A picture of a map that can be clicked without JavaScript: the click submits the form around it. */
export interface ClickMapPicture {
  /** data: address of the drawing. */
  src: string;
  width: number;
  height: number;
  bounds: Box;
}

interface ClickMapProps {
  /** The click arrives as `name.x` and `name.y`, the picture's place as `name.bounds`: read them by `clickedPlace`. */
  name: string;
  label: string;
  picture: ClickMapPicture;
}

/** The picture as a button of the form around it; never scaled, because browsers tell the click in its pixels. */
export function ClickMap({ name, label, picture: { src, width, height, bounds } }: ClickMapProps) {
  return (
    <>
      <input
        type="hidden"
        name={`${name}.bounds`}
        value={[bounds.minLng, bounds.minLat, bounds.maxLng, bounds.maxLat, width, height].join(",")}
      />
      <div style={{ maxWidth: "100%", overflow: "auto" }}>
        <input
          type="image"
          name={name}
          src={src}
          alt={label}
          width={width}
          height={height}
          style={{ display: "block", width, height, maxWidth: "none", padding: 0, border: 0 }}
        />
      </div>
    </>
  );
}

/** Where a click map was clicked; undefined where it was not, or what was sent is no click. */
export function clickedPlace(sent: { get(name: string): unknown }, name: string): LngLat | undefined {
  const [x, y] = [`${name}.x`, `${name}.y`].map((part) => sent.get(part));
  const bounds = String(sent.get(`${name}.bounds`) ?? "")
    .split(",")
    .map(Number);
  if (x == null || y == null || bounds.length !== 6 || ![Number(x), Number(y), ...bounds].every(Number.isFinite))
    return undefined;
  const [minLng, minLat, maxLng, maxLat, width, height] = bounds as [number, number, number, number, number, number];
  const { box } = fitViewport({ minLng, minLat, maxLng, maxLat }, width, height, clickMapMargin);
  const [west, south, east, north] = toMercator([box.minLng, box.minLat, box.maxLng, box.maxLat]) as [
    number,
    number,
    number,
    number,
  ];
  const [lng, lat] = toDegrees(
    west + ((east - west) * Number(x)) / width,
    north - ((north - south) * Number(y)) / height,
  );
  return [Number(lng.toFixed(6)), Number(lat.toFixed(6))];
}

/** Pixels that SvgMap leaves around its bounds. */
const clickMapMargin = 40;
