/** A line on which a bus may run, from a day to a day (both included); without an end until further notice. */
export interface LinePeriod {
  lineUuid: string;
  isMain: boolean;
  beginDate: string;
  endDate: string | null;
}

/** The whole list after those that hold today or later have been set anew: what has ended stays, and one left out that had begun ends yesterday. */
export function nextPeriods(before: readonly LinePeriod[], wanted: readonly LinePeriod[], today: string): LinePeriod[] {
  const past = before.flatMap((known) => {
    if (known.endDate !== null && known.endDate < today) return [known];
    const goesOn = wanted.some((row) => row.lineUuid === known.lineUuid && row.beginDate < today);
    return known.beginDate < today && !goesOn ? [{ ...known, endDate: dayBefore(today) }] : [];
  });
  return inOrder([...past, ...wanted]);
}

export const inOrder = <P extends LinePeriod>(periods: readonly P[]) => [...periods].sort((one, other) => compare(one.beginDate, other.beginDate) || compare(one.lineUuid, other.lineUuid));

export function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
