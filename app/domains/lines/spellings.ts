/** 24 and 24路 are one name. */
export function spellings(lineName: string): string[] {
  return /路$/.test(lineName)
    ? [lineName, lineName.slice(0, -1)]
    : /\d$/.test(lineName)
      ? [lineName, `${lineName}路`]
      : [lineName];
}
