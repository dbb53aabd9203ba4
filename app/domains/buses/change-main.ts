import { type Period, sortPeriods } from "~/kit/room/periods";

export function changeMain(lines: readonly Period[], lineUuid: string | null, from: string): Period[] {
  if (lines.some((one) => one.isMain && one.lineUuid === lineUuid && holdsOn(one, from))) return [...lines];
  const planned = lines
    .filter(({ isMain, beginDate }) => isMain && beginDate > from)
    .map(({ beginDate }) => beginDate)
    .sort()[0];
  const endDate = planned ? dayBefore(planned) : null;
  const kept = lines.flatMap((one) => {
    const gives = one.isMain ? holdsOn(one, from) : one.lineUuid === lineUuid && overlaps(one, from, endDate);
    if (!gives) return [one];
    return one.beginDate < from ? [{ ...one, endDate: dayBefore(from) }] : [];
  });
  return sortPeriods(lineUuid ? [...kept, { lineUuid, isMain: true, beginDate: from, endDate }] : kept);
}

const holdsOn = ({ beginDate, endDate }: Period, day: string) => beginDate <= day && (endDate ?? "9999") >= day;
const overlaps = ({ beginDate, endDate }: Period, from: string, to: string | null) =>
  beginDate <= (to ?? "9999") && (endDate ?? "9999") >= from;
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
