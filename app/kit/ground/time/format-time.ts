interface Zone {
  format: Intl.DateTimeFormat;
  /** What local time is ahead of UTC on a day since 1970, in milliseconds; null on a day when that changes. */
  offsets: Map<number, number | null>;
}
const zones = new Map<string, Zone>();
const [minute, day] = [60_000, 86_400_000];
const mostDays = 5000;

/** A moment in words where the operator is: `2026-05-01 08:30`. */
export function formatTime(moment: Date | string, timeZone: string): string {
  const at = new Date(moment);
  const zone = zones.get(timeZone) ?? openZone(timeZone);
  const offset = offsetAt(zone, at.getTime());
  return offset === null ? zone.format.format(at) : utcText(at.getTime() + offset);
}

function openZone(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone });
  const zone = { format, offsets: new Map<number, number | null>() };
  zones.set(timeZone, zone);
  return zone;
}

/** Kept by days: the formatter takes ten times as long. Null where it has to be asked. */
function offsetAt({ format, offsets }: Zone, at: number): number | null {
  if (!(at >= 0 && at < Date.UTC(9999, 0))) return null;
  const number = Math.floor(at / day);
  const known = offsets.get(number);
  if (known !== undefined) return known;
  const [first, last] = [number * day, (number + 1) * day - minute].map(
    (one) => Date.parse(`${format.format(one).replace(" ", "T")}Z`) - one,
  );
  const offset = first === last ? first! : null;
  if (offsets.size >= mostDays) offsets.clear();
  offsets.set(number, offset);
  return offset;
}

const utcText = (at: number) => new Date(at).toISOString().slice(0, 16).replace("T", " ");
