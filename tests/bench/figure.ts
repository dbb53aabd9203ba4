/** One measured value with the bound it must keep; `ok` is false where it does not. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** The bound in words, such as ">= 0.96"; empty where the value is only reported. */
  bound: string;
  ok: boolean;
}

/** A figure that must be at least `bound`. */
export function atLeast(name: string, value: number, bound: number, unit = ""): Figure {
  return { name, value, unit, bound: `>= ${bound}`, ok: value >= bound };
}

/** A figure that must be at most `bound`. */
export function atMost(name: string, value: number, bound: number, unit = ""): Figure {
  return { name, value, unit, bound: `<= ${bound}`, ok: value <= bound };
}

/** A figure that is only reported. */
export function reported(name: string, value: number, unit = ""): Figure {
  return { name, value, unit, bound: "", ok: true };
}

/** The value below which `share` (0 to 1) of the values lie; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

/** The mean; NaN without values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
