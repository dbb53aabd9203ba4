import { mostPeriods, clashesOf, Period, usualPeriods } from "./periods";
import { type Service as Sent, Service } from "./schema";

const fields = ["intervalMinutes", "layoverMinutes", "upMinutes", "downMinutes"] as const;

/** A period as it was typed. */
export type TypedPeriod = Record<keyof Period, string>;

const columns = { name: "periodName", from: "periodFrom", to: "periodTo", factor: "periodFactor" } as const;

export interface ScenarioQuestion {
  asked: (Sent & { versionUuid: string })[];
  periods: Period[];
  /** All rows of periods that have something in them, also those that cannot be read. */
  typed: TypedPeriod[];
  faults: string[];
}

/** What an address asks of each draft it names; what cannot be read is told and left as it runs today. */
export function readAsked(search: URLSearchParams): ScenarioQuestion {
  const rows = typedPeriods(search);
  const read = rows.map(({ typed }) => Period.safeParse({ ...typed, factor: Number(typed.factor || 1) }));
  const periods = read.flatMap(({ data }) => data ?? []);
  const sent = Object.fromEntries(fields.map((name) => [name, search.getAll(name)]));
  const own = rows.flatMap(({ row }, at) => (read[at]!.success ? [search.getAll(periodInterval(row))] : []));
  const faults = [
    ...read.flatMap(({ error }, at) => error?.issues.map(({ message }) => `时段第 ${at + 1} 行：${message}`) ?? []),
    ...clashesOf(periods),
  ];
  const asked = search.getAll("version").map((versionUuid, at) => {
    const typed = Object.fromEntries(fields.flatMap((name) => numberIn(sent[name]![at]).map((value) => [name, value])));
    const periodIntervals = own.some((values) => values.length > 0)
      ? own.map((values) => numberIn(values[at])[0] ?? null)
      : undefined;
    const service = Service.safeParse({ ...typed, periodIntervals });
    if (service.success) return { versionUuid, ...service.data };
    const { issues } = service.error;
    faults.push(...issues.map(({ message }) => `第 ${at + 1} 行：${message}`));
    const wrong = new Set(issues.map(({ path }) => path.join()));
    const good = Object.fromEntries(Object.entries(typed).filter(([name]) => !wrong.has(name)));
    const intervals = periodIntervals?.map((value, period) => (wrong.has(`periodIntervals,${period}`) ? null : value));
    return { versionUuid, ...Service.parse({ ...good, periodIntervals: intervals }) };
  });
  return { asked, periods, typed: rows.map(({ typed }) => typed), faults };
}

/** What the intervals of the period in a row are sent as. */
export const periodInterval = (row: number) => `interval${row + 1}`;

function typedPeriods(search: URLSearchParams): { row: number; typed: TypedPeriod }[] {
  if (search.get("periods") === "usual")
    return usualPeriods.map((period, row) => ({ row, typed: { ...period, factor: String(period.factor) } }));
  const cell = (name: keyof TypedPeriod, row: number) => search.getAll(columns[name])[row]?.trim() ?? "";
  return Array.from({ length: mostPeriods }, (_, row) => ({
    row,
    typed: { name: cell("name", row), from: cell("from", row), to: cell("to", row), factor: cell("factor", row) },
  })).filter(({ typed: { name, from, to } }) => name || from || to);
}

function numberIn(text: string | undefined): number[] {
  return text?.trim() ? [Number(text)] : [];
}
