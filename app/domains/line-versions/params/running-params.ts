/** How a line is run; what is null is decided one step up: of a version by its line, of a line by the operator. */
export type RunningParams = Record<keyof typeof none, number | null>;

const none = {
  /** Where the first bus of the day leaves: 1 up, 2 down. */
  startDirection: null,
  extendMinutes: null,
  standbyMinutes: null,
  /** km/h. */
  speedLimit: null,
  dwellSeconds: null,
  departAllowFast: null,
  departAllowSlow: null,
  planSendEarly: null,
};

export const noParams: RunningParams = none;
export const paramNames = Object.keys(none) as (keyof RunningParams)[];

/** A set with some of its values changed; null where nothing is left that is its own. */
export function changedParams(
  before: RunningParams | null,
  changes: Partial<RunningParams> = {},
): RunningParams | null {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const after = { ...noParams, ...before, ...given };
  return paramNames.some((name) => after[name] !== null) ? after : null;
}
