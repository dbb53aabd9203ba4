/** The oldest browsers that the program is made for, by their first version; the build lowers styles and scripts for them. */
export const floor = { chrome: 86, firefox: 91, safari: 14 } as const;

export const floorInWords = `谷歌内核（Chrome、Edge、360、QQ 等）${floor.chrome}、火狐 ${floor.firefox} 或 Safari ${floor.safari}`;

/** Whether a User-Agent names a browser below the floor; one that it does not name is not said to be. */
export function isBelowFloor(userAgent: string): boolean {
  if (/\b(MSIE |Trident\/)/.test(userAgent)) return true;
  const version = (product: RegExp) => Number(product.exec(userAgent)?.[1] ?? Number.NaN);
  const chrome = version(/\bChrom(?:e|ium)\/(\d+)/);
  if (!Number.isNaN(chrome)) return chrome < floor.chrome;
  const firefox = version(/\bFirefox\/(\d+)/);
  if (!Number.isNaN(firefox)) return firefox < floor.firefox;
  return version(/\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//) < floor.safari;
}
