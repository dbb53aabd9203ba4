export const expiryFields = [
  { name: "drivingLicenseExpire", label: "行驶证" },
  { name: "compulsoryInsExpire", label: "交强险" },
  { name: "commercialInsExpire", label: "商业险" },
  { name: "nextInspection", label: "年检" },
  { name: "nextMaintenance", label: "保养" },
] as const;
type Dates = Record<(typeof expiryFields)[number]["name"], string | null> & {
  firstExpire: string | null;
  daysLeft: number | null;
};

/** A date is announced so many days before. */
export const warnedDays = 30;

export interface Expiry {
  label: string;
  date: string;
  daysLeft: number;
}

/** The dates of a bus that are set, the most pressing first; a scrapped bus has none. */
export function expiriesOf(bus: Dates): Expiry[] {
  const { firstExpire, daysLeft } = bus;
  if (firstExpire === null || daysLeft === null) return [];
  return expiryFields
    .flatMap(({ name, label }) => {
      const date = bus[name];
      return date ? [{ label, date, daysLeft: daysLeft + daysBetween(firstExpire, date) }] : [];
    })
    .sort((one, other) => one.daysLeft - other.daysLeft);
}

export type Standing = "overdue" | "soon" | "fine";
export const standingOf = (daysLeft: number): Standing =>
  daysLeft < 0 ? "overdue" : daysLeft < warnedDays ? "soon" : "fine";

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
