import { type FileCrs, fromFile } from "~/transit/geo/file-crs";
import type { LikelyCrs } from "~/transit/geo/likely-crs";
import type { Values } from "./sheet";

/** The coordinate system that a file's places must be asked for: they lie clearly nearer to the roads in it than as they are. */
export function contradictingCrs(places: LikelyCrs | undefined): FileCrs | null {
  if (!places?.likely || places.likely === "WGS84") return null;
  return places.clearness === null || places.clearness >= 1.5 ? places.likely : null;
}

/** The same in words, with how far the places lie from the roads either way. */
export function contradictionWords(places: LikelyCrs): string {
  const metres = (crs: FileCrs | null) => places.offsets.find((one) => one.crs === crs)?.metres;
  const [own, other] = [metres("WGS84"), metres(places.likely)];
  return `文件中的点按 WGS84 读${own === undefined ? "不在这一带" : `离道路 ${own} 米`}，按 ${places.likely} 读只有 ${other} 米，更像是 ${places.likely}。`;
}

/** A row's place in WGS84, where the file has it in another system. */
export function placedValues(values: Values, crs: FileCrs): Values {
  const { lng, lat } = values;
  if (crs === "WGS84" || typeof lng !== "number" || typeof lat !== "number") return values;
  const [place] = fromFile([[lng, lat]], crs);
  return { ...values, lng: Number(place![0].toFixed(7)), lat: Number(place![1].toFixed(7)) };
}
