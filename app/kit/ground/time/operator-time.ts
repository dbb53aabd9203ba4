/** The greeting for an hour of the operator's day: morning before 12, afternoon to 17, evening from 18. */
export function greeting(now: Date, timeZone: string): string {
  const hour = Number(formatOf("hour", timeZone).format(now));
  return hour < 12 ? "早上好" : hour <= 17 ? "下午好" : "晚上好";
}

/** A moment's date in the operator's time zone, `YYYY-MM-DD`. */
export function dateInZone(now: Date, timeZone: string): string {
  return formatOf("date", timeZone).format(now);
}

/** A moment's time of day in the operator's time zone, `HH:mm`. */
export function clockInZone(now: Date, timeZone: string): string {
  return formatOf("clock", timeZone).format(now);
}

/** The operator's work date: now less the extend time (D011, minutes). */
export function workDate(now: Date, extendMinutes: number, timeZone: string): string {
  return dateInZone(new Date(now.getTime() - extendMinutes * 60_000), timeZone);
}

const styles = {
  hour: ["en-GB", { hour: "2-digit", hourCycle: "h23" }],
  clock: ["en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }],
  date: ["en-CA", { dateStyle: "short" }],
} satisfies Record<string, [string, Intl.DateTimeFormatOptions]>;
const made = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes longer than a page's whole frame. */
function formatOf(style: keyof typeof styles, timeZone: string): Intl.DateTimeFormat {
  const name = `${style} ${timeZone}`;
  const [locale, options] = styles[style];
  const format = made.get(name) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
  made.set(name, format);
  return format;
}
