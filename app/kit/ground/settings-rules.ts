import { isIP } from "node:net";
import { z } from "zod";
import { whyNoDatabaseUrl } from "./database-hosts";

export const flag = z.enum(["0", "1"], { error: "应为 0 或 1" }).transform((value) => value === "1");
export const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `应为 ${min} 到 ${max} 的整数`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `应为 ${min} 到 ${max} 的整数`);
export const webAddress = z.url({ protocol: /^https?$/, error: "应为 http:// 或 https:// 开头的地址" });

export const timeZone = z.string().refine((zone) => {
  try {
    return new Intl.DateTimeFormat("zh-CN", { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}, "应为时区名称，例如 Asia/Shanghai");

export const serviceArea = z.string().transform((text, context) => {
  const [minLng, minLat, maxLng, maxLat, ...more] = text
    .split(",")
    .map((part) => (part.trim() === "" ? NaN : Number(part)));
  const box = [minLng, minLat, maxLng, maxLat] as [number, number, number, number];
  const inside = box[0] >= -180 && box[2] <= 180 && box[1] >= -90 && box[3] <= 90;
  if (more.length > 0 || !(box[0] < box[2] && box[1] < box[3] && inside)) {
    context.addIssue("应为 最小经度,最小纬度,最大经度,最大纬度，例如 115.7,39.4,117.4,41.6");
    return z.NEVER;
  }
  return box;
});

/** What Express takes as `trust proxy`, without `true`: that would let any client choose its own address. */
export const trustProxy = z.string().transform((text, context): false | number | string[] => {
  if (text === "false" || text === "0") return false;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const list = text.split(",").map((part) => part.trim());
  if (list.every(isProxyAddress)) return list;
  context.addIssue(
    "应为 false、代理的层数，或代理地址的列表（IP、网段、loopback、linklocal、uniquelocal，用逗号分隔）",
  );
  return z.NEVER;
});

/** Where clamd listens: tcp://host:port or unix:///path, as `net.connect` takes it. */
export const clamavUrl = z.string().transform((text, context): { host: string; port: number } | { path: string } => {
  const [, path] = /^unix:\/\/(\/.+)$/.exec(text) ?? [];
  if (path) return { path };
  const [, host, port] = /^tcp:\/\/(\[[\da-f:]+\]|[\w.-]+):(\d{1,5})$/i.exec(text) ?? [];
  if (host && Number(port) > 0 && Number(port) < 65536) return { host: host.replace(/[[\]]/g, ""), port: Number(port) };
  context.addIssue("应为 tcp://主机:端口 或 unix:///路径，例如 tcp://127.0.0.1:3310");
  return z.NEVER;
});

function isProxyAddress(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [address = "", bits, ...more] = text.split("/");
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** none, hand, or where a weather service answers, over http or https and without a name and password in it. */
export const weatherSource = z
  .string()
  .refine(
    (text) => ["none", "hand"].includes(text) || isService(text),
    "应为 none、hand，或 http:// 、https:// 开头的服务地址",
  );

function isService(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}

/** An address of PostgreSQL, of one server or several. */
export const databaseUrl = z.string().superRefine((text, context) => {
  const why = whyNoDatabaseUrl(text);
  if (why) context.addIssue({ code: "custom", message: why });
});

export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "应为 00:00 到 23:59 的时刻");
