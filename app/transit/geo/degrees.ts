export type Axis = "lng" | "lat";

export const degreeExamples: Record<Axis, string> = { lng: "116.38 或 116°22′48″E", lat: "39.87 或 39°52′12″N" };

/** Degrees as people write them: 116.38, 116°22′48″E, 东经116度22.8分, 116 22 48, 116:22.8; null where it is none of that axis. */
export function readDegrees(typed: string, axis: Axis): number | null {
  if (typed.length > longest) return null;
  const text = typed.normalize("NFKC").trim().toUpperCase();
  const plain = text === "" ? NaN : Number(text);
  if (Number.isFinite(plain)) return plain;
  const [half, ...others] = text.match(halves) ?? [];
  if (others.length > 0 || (half && !(half in sides[axis]))) return null;
  const [, sign, degrees, minutes = "0", seconds = "0"] = written.exec(text.replace(halves, "").trim()) ?? [];
  if (!degrees || (sign && half)) return null;
  const isCut = (degrees.includes(".") && Number(minutes) > 0) || (minutes.includes(".") && Number(seconds) > 0);
  if (isCut || Number(minutes) >= 60 || Number(seconds) >= 60) return null;
  const value = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600;
  return sign === "-" || (half && sides[axis][half] === -1) ? -value : value;
}

/** Which axis a text names by its half of the earth, if it does. */
export function axisNamed(typed: string): Axis | undefined {
  const [half] = typed.normalize("NFKC").toUpperCase().match(halves) ?? [];
  return half ? (half in sides.lng ? "lng" : "lat") : undefined;
}

const longest = 100;
const sides: Record<Axis, Record<string, 1 | -1>> = {
  lng: { E: 1, W: -1, 东经: 1, 西经: -1 },
  lat: { N: 1, S: -1, 北纬: 1, 南纬: -1 },
};
const halves = /[EWNS]|[东西]经|[南北]纬/g;
const number = String.raw`(\d{1,3}(?:\.\d*)?)`;
const inSeconds = String.raw`${number}\s*(?:["”]|['′’]{2}|秒)?`;
const inMinutes = String.raw`${number}(?:\s*['′’分]?|(?:\s*['′’分:]\s*|\s+)${inSeconds})`;
const written = new RegExp(String.raw`^([+-])?\s*${number}(?:\s*[°º度]?|(?:\s*[°º度:]\s*|\s+)${inMinutes})$`);
