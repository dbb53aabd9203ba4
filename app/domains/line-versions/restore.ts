import { coveredOn, type Period } from "./times/periods";

/** Why a change cannot be taken back on a day: it must begin before, and take the place of one version only; null: it can. */
export function restoreRefusal(periods: readonly Period[], validFrom: string, restoreOn: string): string | null {
  if (restoreOn <= validFrom) return "恢复日期应晚于生效日期";
  const before = coveredOn(periods, restoreOn);
  if (!before) return `${restoreOn} 没有可以恢复的版本，请改日期或留空`;
  if (before.from > validFrom) return `${before.from} 起已有另一个版本，到那天草稿自然结束；恢复日期应早于那天，或留空`;
  return null;
}
