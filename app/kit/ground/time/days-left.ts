export function daysLeftText(daysLeft: number): string {
  if (daysLeft < 0) return `已过期 ${-daysLeft} 天`;
  return daysLeft === 0 ? "今天到期" : `剩 ${daysLeft} 天`;
}

/** Past is bad, less than so many days warns. */
export const daysLeftLook = (daysLeft: number, warnedDays: number): "bad" | "warn" | undefined =>
  daysLeft < 0 ? "bad" : daysLeft < warnedDays ? "warn" : undefined;
