import type { BreakCause } from "./break-cause";

interface Gap {
  from: number;
  to: number;
  /** Indexes of the two stops' points in the path. */
  pathFrom: number;
  pathTo: number;
  /** Metres driven and as the crow flies. */
  routeLength: number;
  straightLength: number;
}

export interface MatchedGap extends Gap {
  /** Metres driven over those as the crow flies. */
  ratio: number;
  /** 0 to 1; 0 where broken. */
  confidence: number;
  /** No legal way was found: the path runs straight here. */
  broken: boolean;
  /** In Chinese, what makes it doubtful; empty where nothing does. */
  reason: string;
}

export interface GapFacts extends Gap {
  /** Why the path leaves the roads within the gap; empty where it does not. */
  causes: BreakCause[];
  /** Metres from each of the two stops to its road; null where none is near. */
  offsets: [number | null, number | null];
  /** It follows a line that is known to be driven, so that a detour says nothing. */
  followed?: boolean;
}

/** Fitted to 3,297 gaps of real lines: right were 2 in 3 between 0.6 and 0.8, 1 in 4 below, 99 in 100 above 0.95. */
export function describeGap({ causes, offsets, followed, ...gap }: GapFacts): MatchedGap {
  const ratio = gap.straightLength > 0 ? gap.routeLength / gap.straightLength : 1;
  if (causes.length > 0) {
    const reason = [...new Set(causes)].map(breakText).join("；");
    return { ...gap, ratio, confidence: 0, broken: true, reason };
  }
  const farthest = Math.max(...offsets.map((offset) => offset ?? 0));
  const direct = followed ? 1 : 1 / (1 + (Math.max(0, gap.routeLength - gap.straightLength) / 400) ** 1.5);
  const close = 1 / (1 + (Math.max(0, farthest - 10) / 40) ** 1.5);
  const reasons: string[] = [];
  if (direct < doubtful)
    reasons.push(`绕行较大：路径 ${metresText(gap.routeLength)}，直线 ${metresText(gap.straightLength)}`);
  if (close < doubtful) reasons.push(`站点离道路 ${metresText(farthest)}`);
  return { ...gap, ratio, confidence: direct * close, broken: false, reason: reasons.join("；") };
}

const doubtful = 0.75;

export function breakText(cause: BreakCause): string {
  const [kind, roads] = causeParts(cause);
  return `${roads}${breakTexts[kind as keyof typeof breakTexts]}`;
}

/** What kind of reason it is, and the roads that it names. */
export function causeParts(cause: string): [kind: string, roads: string] {
  const at = cause.indexOf(":");
  return at < 0 ? [cause, ""] : [cause.slice(0, at), cause.slice(at + 1)];
}

const breakTexts = {
  "no-road": "附近没有公交可走的道路，已用直线连接",
  "against-traffic": "地图上此处只能反方向行驶，已用直线连接，请核对单行道",
  "forbidden-turn": "只有违反转向限制才能走通，已用直线连接，请核对路口的转向限制",
  closed: "不许公交通行，已用直线连接，请核对封闭的道路",
  building: "在建，尚未通车，已用直线连接",
  "too-long": "道路相通，但绕行过远，已用直线连接",
  "no-way": "道路不相通，已用直线连接",
};

function metresText(metres: number): string {
  return metres < 1000 ? `${Math.round(metres)} 米` : `${(metres / 1000).toFixed(1)} 公里`;
}
