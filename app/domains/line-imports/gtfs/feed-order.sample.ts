export type Row = Record<string, string>;
type Fault = (text: string) => unknown;

/** Distances along every shape increase; answers where each ends. */
export function checkShapes(rows: readonly Row[], fault: Fault): Map<string, number> {
  const last = new Map<string, { at: number; along: number; points: number }>();
  for (const {
    shape_id: id,
    shape_pt_sequence: sequence,
    shape_dist_traveled: along,
    shape_pt_lat: lat,
    shape_pt_lon: lng,
  } of rows) {
    const before = last.get(id!);
    if (Math.abs(Number(lat)) > 90 || Math.abs(Number(lng)) > 180) fault(`shape ${id} at ${lng},${lat}`);
    if (before && Number(sequence) <= before.at) fault(`shape ${id}: sequence ${sequence} does not increase`);
    if (along !== "" && before && Number(along) <= before.along)
      fault(`shape ${id}: distance ${along} does not increase`);
    last.set(id!, { at: Number(sequence), along: Number(along), points: (before?.points ?? 0) + 1 });
  }
  for (const [id, { points }] of last) if (points < 2) fault(`shape ${id} has one point`);
  return new Map([...last].map(([id, { along }]) => [id, along]));
}

/** Sequence, times and distances of every trip increase; answers how many calls each has. */
export function checkCalls(
  rows: readonly Row[],
  fault: Fault,
  endOf: (tripId: string) => number | undefined,
): Map<string, number> {
  const last = new Map<string, { sequence: number; left: number; along: number; calls: number; timed: boolean }>();
  for (const {
    trip_id: id,
    stop_sequence: sequence,
    arrival_time: arrival,
    departure_time: departure,
    shape_dist_traveled: along,
    timepoint,
  } of rows) {
    const before = last.get(id!);
    const timed = arrival !== "" || !before || timepoint !== "0";
    const [came, left] = timed ? [secondsOf(arrival!), secondsOf(departure!)] : [before.left, before.left];
    if (before && Number(sequence) <= before.sequence) fault(`trip ${id}: sequence ${sequence} does not increase`);
    if (Number.isNaN(came) || came > left || (before && came < before.left))
      fault(`trip ${id}: ${arrival}-${departure} is out of order`);
    if (along !== "" && before && Number(along) <= before.along)
      fault(`trip ${id}: distance ${along} does not increase`);
    if (along !== "" && !(Number(along) <= (endOf(id!) ?? -1))) fault(`trip ${id}: distance ${along} leaves the shape`);
    last.set(id!, {
      sequence: Number(sequence),
      left,
      along: along === "" ? (before?.along ?? -1) : Number(along),
      calls: (before?.calls ?? 0) + 1,
      timed,
    });
  }
  for (const [id, { timed }] of last) if (!timed) fault(`trip ${id} ends without a time`);
  return new Map([...last].map(([id, { calls }]) => [id, calls]));
}

export function secondsOf(time: string): number {
  const found = /^(\d{2,}):([0-5]\d):([0-5]\d)$/.exec(time);
  return found ? Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3]) : NaN;
}
