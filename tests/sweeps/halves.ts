let half = 0;

/** A long sweep is two test files, so that two workers share it: the second calls this before it imports the first. */
export function takeSecondHalf(): void {
  half = 1;
}

/** Whether this is the file of the first half, which also holds what is tested once. */
export function isFirstHalf(): boolean {
  return half === 0;
}

/** This half's cases: every second one. */
export function halfOf<T>(cases: readonly T[]): T[] {
  return cases.filter((_, place) => place % 2 === half);
}
