/** A body ended before its end because its client went away or was answered: nobody's fault, and nobody reads what is answered to it. */
export class BrokenOff extends Error {
  override name = "BrokenOff";

  constructor() {
    super("the request broke off");
  }
}

/** Of what nobody reads, as nginx has it in its log. */
export const brokenOffStatus = 499;

/** Whether an error says no more than that the client has broken off, wherever a wrapper has put it. */
export function isBrokenOff(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof BrokenOff || cause.name === "AbortError") return true;
    // Node's own word for it; a connection of ours that is reset names the system call that noticed.
    if (cause.message === "aborted" && (cause as { code?: unknown }).code === "ECONNRESET") return true;
  }
  return false;
}
