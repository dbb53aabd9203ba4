/** How many there are; a list too long to count says only that there are at least so many. */
export type Total = number | { atLeast: number };

export const countOf = (total: Total) => (typeof total === "number" ? total : total.atLeast);

/** The page numbers to offer around the one shown; 0 stands for a gap. */
export function pageNumbers(page: number, last: number): number[] {
  const wanted = [1, last, page - 2, page - 1, page, page + 1, page + 2];
  const shown = [...new Set(wanted)].filter((one) => one >= 1 && one <= last).sort((a, b) => a - b);
  return shown.flatMap((one, index) => {
    const before = shown[index - 1];
    return before !== undefined && one - before > 1 ? [0, one] : [one];
  });
}
