export const isPast = (moment: Date | null | undefined): boolean => Boolean(moment && moment.getTime() < Date.now());
