/** A document is due when it runs out within so many days. */
export const dueDays = 30;
