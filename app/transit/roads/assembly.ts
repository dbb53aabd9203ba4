import type { LngLat } from "~/transit/geo/lng-lat";
import { bearing, metresApart } from "~/transit/geo/metres";
import { distancesAlong } from "~/transit/geo/path";
import { type ChainOptions, likeliestChain, type Waypoint } from "./chain";
import type { KeptPiece } from "./kept-pieces";
import { type DrivenEdge, type LaidPath, layPath, type PathBreak, type PathPoint } from "./lay-path";
import { roadsUnder } from "./roads-under";
import type { RouteSearch } from "./route";

export interface AssembledPath extends Omit<LaidPath, "points"> {
  /** Where each stop lies, and its metres from there; null where no road is near. */
  marks: PathPoint[];
  stopOffsets: (number | null)[];
  /** Metres of each gap if all that was found ran straight. */
  straight: number[];
  /** Pairs of indexes between which the path was drawn by hand. */
  freeHand: [from: number, to: number][];
  /** Metres that lie beside the roads. */
  offRoads: number;
}

interface PassedPoint {
  at: LngLat;
  stop?: number;
}

/** Metres by which a via, or the end of a kept piece, usually misses its road. */
const viaSigma = 8;
const endSigma = 3;

/** A path as it grows: passed places wait until a kept piece or the end says where to drive to. */
export class Assembly {
  private readonly path: LngLat[] = [];
  private readonly edges: DrivenEdge[] = [];
  private readonly breaks: Omit<PathBreak, "length">[] = [];
  private readonly freeHand: [number, number][] = [];
  private readonly marks: number[] = [];
  private readonly offsets: (number | null)[] = [];
  private readonly straight: number[];
  private offRoads = 0;
  private passed: PassedPoint[] = [];
  private last: KeptPiece | undefined;
  private before: LngLat | undefined;

  constructor(
    private readonly search: RouteSearch,
    private readonly stops: readonly LngLat[],
    private readonly options: ChainOptions,
  ) {
    this.straight = stops.slice(1).map(() => 0);
  }

  pass(at: LngLat, gap: number, stop?: number): void {
    this.passed.push({ at, stop });
    this.stretch(gap, [at]);
  }

  keep(piece: KeptPiece): void {
    const { points, gap } = piece;
    this.drive(piece);
    this.stretch(gap, points);
    const from = this.join(points[0]!);
    this.path.push(...points.slice(1));
    const to = this.path.length - 1;
    if (piece.fromStop) this.mark(gap, from);
    if (piece.toStop) this.mark(gap + 1, to);
    if (piece.drawn) this.draw(from, to);
    const under = roadsUnder(this.search.graph, points);
    this.offRoads += under.beside;
    this.enter(under.edges);
    this.last = piece;
  }

  finished(): AssembledPath {
    this.drive();
    const { path, edges, freeHand, offRoads, straight } = this;
    const at = distancesAlong(path);
    return {
      path,
      edges,
      freeHand,
      offRoads,
      straight,
      marks: this.marks.map((index) => ({ index, distance: at[index]! })),
      stopOffsets: this.offsets,
      breaks: this.breaks.map((piece) => ({ ...piece, length: at[piece.pathTo]! - at[piece.pathFrom]! })),
      length: at.at(-1) ?? 0,
    };
  }

  /** Finds the way past what was passed since the last kept piece, up to the next. */
  private drive(next?: KeptPiece): void {
    const places = this.passed.splice(0);
    const start = this.last && endOf(this.last, this.path.at(-1)!, this.path.slice(-2));
    const end = next && endOf(next, next.points[0]!, next.points.slice(0, 2));
    if (places.length === 0 && (!start || !end || metresApart(start.at, end.at) < same)) return;
    const points: Waypoint[] = [
      ...(start ? [start] : []),
      ...places.map(({ at, stop }) => (stop === undefined ? { at, sigma: viaSigma } : { at })),
      ...(end ? [end] : []),
    ];
    const chain = likeliestChain(this.search, points, this.options);
    const laid = layPath(
      this.search.graph,
      points.map(({ at }) => at),
      chain,
    );
    const first = start && metresApart(start.at, laid.path[0]!) < same ? 1 : 0;
    const shift = this.path.length - first;
    this.path.push(...laid.path.slice(first));
    for (const { pathFrom, pathTo, cause } of laid.breaks)
      this.breaks.push({ pathFrom: pathFrom + shift, pathTo: pathTo + shift, cause });
    places.forEach(({ stop }, i) => {
      const k = i + (start ? 1 : 0);
      if (stop !== undefined) this.mark(stop, laid.points[k]!.index + shift, chain.states[k]?.distance ?? null);
    });
    this.offRoads += laid.breaks.reduce((sum, { length }) => sum + length, 0);
    this.enter(laid.edges);
    // The last point was found, so a kept piece that begins there may put its own in its place.
    this.last = laid.path.length > first ? undefined : this.last;
  }

  /** Index of a kept piece's first point, which takes the place of a found one that is the same to within half a metre. */
  private join(point: LngLat): number {
    const before = this.path.at(-1);
    const apart = before ? metresApart(before, point) : Infinity;
    if (this.last ? apart > 0 : apart >= same) this.path.push(point);
    else this.path[this.path.length - 1] = point;
    return this.path.length - 1;
  }

  private draw(from: number, to: number): void {
    const last = this.freeHand.at(-1);
    if (last?.[1] === from) last[1] = to;
    else if (to > from) this.freeHand.push([from, to]);
  }

  private mark(stop: number, index: number, offset?: number | null): void {
    if (this.marks[stop] !== undefined) return;
    this.marks[stop] = index;
    this.offsets[stop] = offset === undefined ? metresApart(this.stops[stop]!, this.path[index]!) : offset;
  }

  private stretch(gap: number, points: readonly LngLat[]): void {
    for (const point of points) {
      if (this.before && gap >= 0) this.straight[gap]! += metresApart(this.before, point);
      this.before = point;
    }
  }

  private enter(edges: readonly DrivenEdge[]): void {
    const last = this.edges.at(-1);
    const again = last?.edgeKey === edges[0]?.edgeKey && last?.forward === edges[0]?.forward;
    this.edges.push(...edges.slice(again ? 1 : 0));
  }
}

/** Metres within which two places are the same. */
const same = 0.5;

const endOf = ({ drawn }: KeptPiece, at: LngLat, line: readonly LngLat[]): Waypoint => ({
  at,
  heading: drawn ? undefined : headingOf(line),
  sigma: endSigma,
});

function headingOf(line: readonly LngLat[]): number | undefined {
  const [a, b] = line;
  return a && b && metresApart(a, b) > 0.1 ? bearing(a, b) : undefined;
}
