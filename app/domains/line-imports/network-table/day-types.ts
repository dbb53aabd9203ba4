/** On which days the departures of a table run that does not say so itself. */
export const dayTypes = {
  every: { label: "每天", weekdays: [1, 2, 3, 4, 5, 6, 7] },
  workdays: { label: "工作日", weekdays: [1, 2, 3, 4, 5] },
  weekends: { label: "周末", weekdays: [6, 7] },
} as const;
export type DayType = keyof typeof dayTypes;
