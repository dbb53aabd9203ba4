/** So long a file stays that nothing holds. */
export const unusedDays = 7;
