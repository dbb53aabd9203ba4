import pino from "pino";

const secretKeys = [
  "password",
  "userPassword",
  "oldPassword",
  "newPassword",
  "token",
  "authorization",
  "cookie",
  "ticket",
  "captchaCode",
];

/** The program's log: one JSON object a line on stdout, without tokens, passwords, cookies or record values. */
export const log = pino({
  level: levelOf(process.env.LOG_LEVEL),
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `*.*["set-${key}"]`]),
    censor: "[redacted]",
  },
  serializers: { err: describeError },
  hooks: { streamWrite: redactUrl },
});

/** Words for the person at the terminal: addresses, generated passwords, why a start was refused. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The text with the value of every secret query parameter blanked, whatever surrounds it. */
export function redactUrl(text: string): string {
  return text
    .replace(/(token|ticket|password|captchaCode)(=|%(?:25)*3D)[^&#\s"'\\]*/gi, "$1$2[redacted]")
    .replace(/(\bpostgres(?:ql)?:\/\/[^:@/\s]*:)[^@\s]*@/gi, "$1[redacted]@");
}

/** Leaves out pg's `detail` and `where`: they quote the values of the row. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint, table, cause } = error as Error & { code?: unknown; constraint?: unknown; table?: unknown };
  return {
    type: error.name,
    message: error.message,
    code,
    constraint,
    table,
    stack: error.stack,
    cause: cause === undefined ? undefined : describeError(cause),
  };
}

/** A wrong level is refused by the settings; the log itself must work before they are read. */
function levelOf(name: string | undefined): string {
  return name === "silent" || (name !== undefined && name in pino.levels.values) ? name : "info";
}
