const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment in words where the operator is: `2026-05-01 08:30`. */
export function formatTime(moment: Date | string, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone });
    formats.set(timeZone, format);
  }
  return format.format(new Date(moment));
}
