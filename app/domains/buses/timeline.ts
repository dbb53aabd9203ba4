/** What held of a bus from a moment to a moment (milliseconds); without an end it still holds. */
export interface Span {
  label: string;
  from: number;
  to: number | null;
  tone: Tone;
  href?: string;
  by?: string;
}
export type Tone = "quiet" | "good" | "warn" | "bad" | "main" | "line" | "plain";

export interface Lane {
  title: string;
  spans: Span[];
}
export interface Group {
  title: string;
  lanes: Lane[];
}

/** Days from the first to the day after the last, as milliseconds. */
export interface Range {
  from: number;
  to: number;
}

export interface Picture {
  /** Pixels; all x and widths are percents of the width, so that letters keep their size in every window. */
  height: number;
  ticks: { x: number; label: string }[];
  now: number | null;
  groups: { title: string; y: number; height: number }[];
  lanes: { title: string; y: number }[];
  bars: { x: number; width: number; y: number; label: string; title: string; tone: Tone; named: boolean }[];
}

export const laneHeight = 26;
const top = 24;
const groupGap = 10;
export const namesWidth = 17;
const day = 86_400_000;

/** Places what happened in a range: a row a lane, groups below one another. What still holds reaches to now, a line also beyond. Spans outside the range are left out, those that reach beyond it are cut. */
export function layOut(groups: readonly Group[], range: Range, now: number): Picture {
  const picture: Picture = {
    height: top,
    ticks: ticksOf(range),
    now: now >= range.from && now < range.to ? xOf(now, range) : null,
    groups: [],
    lanes: [],
    bars: [],
  };
  let y = top;
  for (const group of groups) {
    const lanes = group.lanes.filter(({ spans }) => spans.some((span) => touches(span, range)));
    if (lanes.length === 0) continue;
    picture.groups.push({ title: group.title, y, height: lanes.length * laneHeight });
    for (const { title, spans } of lanes) {
      picture.lanes.push({ title, y });
      for (const span of spans.filter((one) => touches(one, range))) picture.bars.push(barOf(span, range, y, now));
      y += laneHeight;
    }
    y += groupGap;
  }
  picture.height = y;
  return picture;
}

export const touches = ({ from, to }: Pick<Span, "from" | "to">, range: Range) =>
  from < range.to && (to ?? Infinity) > range.from;

/** As few lanes as hold the spans without one covering another, the earliest first. */
export function packed(title: string, spans: readonly Span[]): Lane[] {
  const lanes: Span[][] = [];
  for (const span of [...spans].sort((one, other) => one.from - other.from)) {
    const free = lanes.find((lane) => (lane.at(-1)!.to ?? Infinity) <= span.from);
    if (free) free.push(span);
    else lanes.push([span]);
  }
  return lanes.map((lane) => ({ title, spans: lane }));
}

export function spanInWords({ from, to }: Pick<Span, "from" | "to">): string {
  return `${dayOf(from)} 至 ${to === null ? "今" : dayOf(to - 1)}`;
}

export const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** A bar narrower than this holds no letters. */
const leastNamed = 4;
const leastWidth = 0.35;

function barOf(span: Span, range: Range, y: number, now: number) {
  const x = xOf(Math.max(span.from, range.from), range);
  const open = span.tone === "main" || span.tone === "line" ? range.to : now;
  const end = xOf(Math.min(span.to ?? open, range.to), range);
  const width = Math.max(end - x, leastWidth);
  return {
    x: Math.min(x, 100 - width),
    width,
    y: y + 3,
    label: span.label,
    title: `${span.label} ${spanInWords(span)}`,
    tone: span.tone,
    named: width >= leastNamed,
  };
}

const xOf = (moment: number, { from, to }: Range) => namesWidth + ((100 - namesWidth) * (moment - from)) / (to - from);

/** Months between two names on the axis, so that at most about a dozen stand there. */
const steps = [1, 2, 3, 6, 12, 24, 60, 120];

function ticksOf(range: Range): Picture["ticks"] {
  if (range.to - range.from <= 62 * day) return weekTicks(range);
  const [first, last] = [monthsAt(range.from), monthsAt(range.to)];
  const step = steps.find((months) => (last - first) / months <= 13) ?? 240;
  const ticks: Picture["ticks"] = [];
  for (let month = Math.ceil(first / step) * step; month <= last; month += step) {
    const at = Date.UTC(Math.floor(month / 12), month % 12, 1);
    if (at >= range.from && at < range.to)
      ticks.push({ x: xOf(at, range), label: step >= 12 ? String(Math.floor(month / 12)) : dayOf(at).slice(0, 7) });
  }
  return ticks;
}

function weekTicks(range: Range): Picture["ticks"] {
  const ticks: Picture["ticks"] = [];
  for (let at = range.from; at < range.to; at += 7 * day) ticks.push({ x: xOf(at, range), label: dayOf(at).slice(5) });
  return ticks;
}

function monthsAt(moment: number): number {
  const date = new Date(moment);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
