/** 8.5 秒, from a minute on 8 分 5 秒. */
export function durationWords(milliseconds: number): string {
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} 秒`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} 分 ${seconds % 60} 秒`;
}
