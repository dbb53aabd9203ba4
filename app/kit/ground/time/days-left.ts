export function daysLeftText(daysLeft: number): string {
  if (daysLeft < 0) return `已过期 ${-daysLeft} 天`;
  return daysLeft === 0 ? "今天到期" : `剩 ${daysLeft} 天`;
}
