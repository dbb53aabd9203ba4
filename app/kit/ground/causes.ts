/** What errors of Node, of drivers and of the store's client say beside their words. */
export interface Cause extends Error {
  code?: string;
  syscall?: string;
  $metadata?: { httpStatusCode?: number };
}

/** An error with all that it comes of, the outermost first; of one that stands for several, each of them. */
export function causesOf(error: unknown): Cause[] {
  if (!(error instanceof Error)) return [];
  const among = error instanceof AggregateError ? error.errors : [];
  return [error as Cause, ...[error.cause, ...among].flatMap(causesOf)];
}
