/** The Monday after today where the operator is; in the last hour before a Monday the one after it, so that no midnight falls into a test. */
export function nextMonday(): string {
  const date = new Date(Date.now() + 9 * 3_600_000);
  date.setUTCDate(date.getUTCDate() + ((8 - date.getUTCDay()) % 7 || 7));
  return date.toISOString().slice(0, 10);
}
