import { isBrokenOff } from "~/kit/ground/broken-off";
import { causesOf } from "~/kit/ground/causes";
import { sqlState } from "./failures";

/** What the program stands on and is away, so that nobody's request is at fault and the same may go through later. */
export type Outage = "away" | "crowded" | "read-only" | "full" | "store";

/** What each is called to who meets it. */
export const outageWords: Record<Outage, string> = {
  away: "数据库暂时无法连接，请稍后再试",
  crowded: "现在使用的人太多，系统来不及处理，请稍后再试",
  "read-only": "数据库正在切换，暂时只能查看，不能保存，请稍后再试",
  full: "服务器的磁盘满了，没有保存，请通知管理员腾出空间后再试",
  store: "文件存储暂时无法连接，请稍后再试",
};

const states: Record<string, Outage> = {
  "57P01": "away",
  "57P02": "away",
  "57P03": "away",
  "53300": "crowded",
  "25006": "read-only",
  "53100": "full",
};

const network = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** The driver's own words of a connection that has ended, and of none that came. */
const connectionEnded =
  /Connection terminated|Client has encountered a connection error|Query read timeout|connection timeout/i;
const noConnection = /timeout exceeded when trying to connect/i;

/** Which of these an error comes of; undefined for a fault of ours, for what a request is refused for, and for a client that has gone. */
export function outageOf(error: unknown): Outage | undefined {
  if (isBrokenOff(error)) return undefined;
  const state = sqlState(error);
  if (state) return states[state] ?? (state.startsWith("08") ? "away" : undefined);
  const causes = causesOf(error);
  const codes = causes.map(({ code }) => code ?? "");
  if (codes.some((code) => code === "ENOSPC" || code === "EDQUOT")) return "full";
  const isOfStore = codes.some((code) => code.startsWith("E_CANNOT_")) || causes.some(({ $metadata }) => $metadata);
  if (isOfStore) return causes.some(isStoreAway) ? "store" : undefined;
  if (codes.some((code) => network.test(code))) return "away";
  if (causes.some(({ code, syscall }) => code === "ENOENT" && syscall === "connect")) return "away";
  if (causes.some(({ message }) => noConnection.test(message))) return "crowded";
  return causes.some(({ message }) => connectionEnded.test(message)) ? "away" : undefined;
}

/** The store's client gives its answer's status along; without one there was none. */
const isStoreAway = ({ code = "", name, $metadata }: ReturnType<typeof causesOf>[number]) =>
  network.test(code) || name === "TimeoutError" || ($metadata?.httpStatusCode ?? 0) >= 500;

/** True when the database cannot be reached or has ended the connection, as opposed to refusing a statement. */
export const isDatabaseUnavailable = (error: unknown) => ["away", "crowded"].includes(outageOf(error) ?? "");
