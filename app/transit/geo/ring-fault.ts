import type { LngLat } from "./lng-lat";
import { planeAround } from "./plane";
import type { Metres } from "./plane";
import { distanceToSegment } from "./segment";

/** What keeps a ring from being simple; corners and sides count from 1, side n leads from corner n to the next. */
export interface RingFault {
  kind: "repeated" | "spike" | "touching" | "crossing";
  /** Two corners for "repeated", the corner for "spike", a corner and a side for "touching", two sides for "crossing". */
  at: [number, number?];
}

/** The first place where a closed ring (its first corner not repeated) meets itself, or null; 1 cm apart is together. */
export function ringFault(ring: readonly LngLat[]): RingFault | null {
  const count = ring.length;
  if (count < 2) return null;
  const metres = planeAround(ring[0]!).of(ring);
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    if (apart(metres, i, j) < TOGETHER) return { kind: "repeated", at: [i + 1, j + 1] };
  }
  for (let i = 0; i < count; i++) if (turnsBack(metres, i)) return { kind: "spike", at: [i + 1] };
  for (let i = 0; i < count; i++) {
    for (let j = i + 2; j < count; j++) {
      if (i === 0 && j === count - 1) continue;
      const fault = meeting(metres, i, j);
      if (fault) return fault;
    }
  }
  return null;
}

export function ringFaultWords({ kind, at: [one, other] }: RingFault): string {
  if (kind === "repeated") return `第 ${one} 点与第 ${other} 点重复，请删去一个`;
  if (kind === "spike") return `边界在第 ${one} 点处原路折返，请移动或删去这一点`;
  if (kind === "touching") return `第 ${one} 点落在第 ${other} 条边上，边界不能与自身接触，请移开这一点`;
  return `第 ${one} 条边与第 ${other} 条边相交，请调整顶点的位置或顺序`;
}

const TOGETHER = 0.01;

function turnsBack(metres: Metres, i: number): boolean {
  const count = metres.length / 2;
  const [before, after] = [(i + count - 1) % count, (i + 1) % count];
  const [x, y] = [metres[2 * i]!, metres[2 * i + 1]!];
  const [ax, ay] = [metres[2 * before]! - x, metres[2 * before + 1]! - y];
  const [bx, by] = [metres[2 * after]! - x, metres[2 * after + 1]! - y];
  if (ax * bx + ay * by <= 0) return false;
  return Math.abs(ax * by - ay * bx) < TOGETHER * Math.max(Math.hypot(ax, ay), Math.hypot(bx, by));
}

function meeting(m: Metres, i: number, j: number): RingFault | null {
  const count = m.length / 2;
  const [iEnd, jEnd] = [(i + 1) % count, (j + 1) % count];
  const [ax, ay, bx, by] = [m[2 * i]!, m[2 * i + 1]!, m[2 * iEnd]!, m[2 * iEnd + 1]!];
  const [cx, cy, dx, dy] = [m[2 * j]!, m[2 * j + 1]!, m[2 * jEnd]!, m[2 * jEnd + 1]!];
  if (Math.max(ax, bx) + TOGETHER < Math.min(cx, dx) || Math.max(cx, dx) + TOGETHER < Math.min(ax, bx)) return null;
  if (Math.max(ay, by) + TOGETHER < Math.min(cy, dy) || Math.max(cy, dy) + TOGETHER < Math.min(ay, by)) return null;
  if (distanceToSegment(ax, ay, cx, cy, dx, dy) < TOGETHER) return { kind: "touching", at: [i + 1, j + 1] };
  if (distanceToSegment(bx, by, cx, cy, dx, dy) < TOGETHER) return { kind: "touching", at: [iEnd + 1, j + 1] };
  if (distanceToSegment(cx, cy, ax, ay, bx, by) < TOGETHER) return { kind: "touching", at: [j + 1, i + 1] };
  if (distanceToSegment(dx, dy, ax, ay, bx, by) < TOGETHER) return { kind: "touching", at: [jEnd + 1, i + 1] };
  const apartOf = (px: number, py: number, qx: number, qy: number, rx: number, ry: number) =>
    (qx - px) * (ry - py) - (qy - py) * (rx - px) > 0;
  const crossing =
    apartOf(ax, ay, bx, by, cx, cy) !== apartOf(ax, ay, bx, by, dx, dy) &&
    apartOf(cx, cy, dx, dy, ax, ay) !== apartOf(cx, cy, dx, dy, bx, by);
  return crossing ? { kind: "crossing", at: [i + 1, j + 1] } : null;
}

function apart(m: Metres, i: number, j: number): number {
  return Math.hypot(m[2 * i]! - m[2 * j]!, m[2 * i + 1]! - m[2 * j + 1]!);
}
