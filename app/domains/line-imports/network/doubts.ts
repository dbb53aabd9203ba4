/** The doubtful numbers of a file that a person has said mean the same record: their keys, or all of them. */
export type Ticks = ReadonlySet<string> | "all";

export const noTicks: Ticks = new Set();
