export const durationWords = (milliseconds: number): string =>
  milliseconds < 60_000
    ? `${(milliseconds / 1000).toFixed(1)} 秒`
    : `${Math.floor(milliseconds / 60_000)} 分 ${Math.round((milliseconds % 60_000) / 1000)} 秒`;
