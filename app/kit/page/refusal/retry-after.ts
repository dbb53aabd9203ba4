/** After how long who was refused because too much goes on at once, or the database is away, should come again; where nothing else is known. */
export const retryAfterSeconds = "10";

/** Answers of these kinds say when to come again. */
export function sayWhenToRetry(status: number, headers: Headers): void {
  if ((status === 429 || status === 503) && !headers.has("Retry-After")) headers.set("Retry-After", retryAfterSeconds);
}
