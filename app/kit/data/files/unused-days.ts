export const unusedDays = 7;
