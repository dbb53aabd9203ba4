/** The greeting for an hour of the operator's day: morning before 12, afternoon to 17, evening from 18. */
export function greeting(now: Date, timeZone: string): string {
  let hours = hourFormats.get(timeZone);
  if (!hours) hourFormats.set(timeZone, (hours = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", hourCycle: "h23", timeZone })));
  const hour = Number(hours.format(now));
  return hour < 12 ? "早上好" : hour <= 17 ? "下午好" : "晚上好";
}

/** Making a format takes longer than a page's whole frame. */
const hourFormats = new Map<string, Intl.DateTimeFormat>();

/** A moment's date in the operator's time zone, `YYYY-MM-DD`. */
export function dateIn(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone }).format(now);
}

/** The operator's work date: now less the extend time (D011, minutes). */
export function workDate(now: Date, extendMinutes: number, timeZone: string): string {
  return dateIn(new Date(now.getTime() - extendMinutes * 60_000), timeZone);
}
