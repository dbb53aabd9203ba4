import { isBrokenOff } from "~/kit/ground/broken-off";

/** The SQLSTATE of a database error, wherever a wrapper has put it; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code;
    if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}

/** The constraint that a database error names, e.g. `station_code_living`. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const constraint = (cause as { constraint?: unknown }).constraint;
    if (typeof constraint === "string") return constraint;
  }
  return undefined;
}

/** True when the database cannot be reached or ended the connection, as opposed to refusing a statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (isBrokenOff(error)) return false;
  const state = sqlState(error);
  if (state) return state.startsWith("08") || ["57P01", "57P02", "57P03", "53300"].includes(state);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = "", syscall } = cause as NodeJS.ErrnoException;
    if (/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND)$/.test(code)) return true;
    if (code === "ENOENT" && syscall === "connect") return true;
    if (
      /timeout exceeded when trying to connect|Connection terminated|Query read timeout|connection timeout/i.test(
        cause.message,
      )
    )
      return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}
