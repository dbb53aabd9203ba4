import path from "node:path";
import { z } from "zod";
import {
  clamavUrl,
  databaseUrl,
  flag,
  serviceArea,
  timeOfDay,
  timeZone,
  trustProxy,
  weatherSource,
  webAddress,
  whole,
} from "./settings-rules";

const logSettings = {
  REQUEST_LOG: flag
    .prefault("1")
    .describe("0: requests are not kept in 功能访问日志; the program's own log has them anyway"),
  LOGIN_LOG_MONTHS: whole(0, 1200).prefault("12").describe("Whole months that logins are kept; 0: for ever"),
  REQUEST_LOG_MONTHS: whole(0, 1200).prefault("12").describe("The same of requests and the sums of their charts"),
  JOB_LOG_MONTHS: whole(0, 1200).prefault("12").describe("The same of the runs of background jobs"),
  ISSUE_LOG_MONTHS: whole(0, 1200)
    .prefault("24")
    .describe("The same of the steps of deliveries that have ended; what became of each stays"),
  BATCH_MONTHS: whole(0, 1200)
    .prefault("12")
    .describe("The same of runs of matching and of generating over many lines that have ended; what they made stays"),
  FENCE_EVENT_MONTHS: whole(0, 1200).prefault("12").describe("The same of events of fences that have ended"),
  IMPORT_FILE_MONTHS: whole(0, 1200)
    .prefault("12")
    .describe(
      "The same of the files of imports and exports; one that nobody confirmed is given up then. What they brought stays, and can be taken back",
    ),
  SECURITY_EVENT_MONTHS: whole(0, 1200)
    .refine((months) => months === 0 || months >= 6, "应为 0（一直保留）或至少 6")
    .prefault("36")
    .describe("The same of security events, six months at least"),
};

/** Settings of the process that speaks JT/T 808 with terminals. */
const gatewaySettings = {
  GATEWAY_PORT: whole(0, 65535).prefault("6808").describe("Port of npm run gateway for terminals that speak JT/T 808"),
  GATEWAY_HOST: z.string().prefault("127.0.0.1").describe("Address that it listens on; 0.0.0.0 for all"),
  GATEWAY_URL: webAddress
    .prefault("http://127.0.0.1:3000")
    .describe("Address of the web server as terminals reach it, for the downloads that the gateway asks them for"),
  GATEWAY_CONNECTIONS: whole(1, 200_000).prefault("25000").describe("Terminals connected at once"),
  GATEWAY_ADDRESS_CONNECTIONS: whole(1, 200_000)
    .prefault("2000")
    .describe("Of these from one address; a mobile network shows many terminals under one"),
  GATEWAY_ADDRESS_NUMBERS: whole(1, 200_000)
    .prefault("60")
    .describe(
      "Different terminal numbers that may be registered for the first time, or in vain, from one address in an hour",
    ),
  GATEWAY_BYTES_PER_SECOND: whole(1000, 10_000_000)
    .prefault("20000")
    .describe("What a terminal may send in the long run; ten seconds' worth at once"),
  GATEWAY_MESSAGES_PER_SECOND: whole(1, 10_000).prefault("50").describe("The same in messages"),
  GATEWAY_HEARTBEAT_SECONDS: whole(1, 3600)
    .prefault("60")
    .describe("A terminal without a word for three times as long counts as gone"),
  MQTT_URL: z
    .url({ protocol: /^(mqtts?|wss?)$/, error: "应为 mqtt:// 或 mqtts:// 开头的地址" })
    .optional()
    .describe(
      "Broker (EMQX) whose JT/T 808 gateway terminals are connected to; the gateway takes their messages from it too",
    ),
  MQTT_UP_TOPIC: z
    .string()
    .regex(/\/\+\/up$/, "应以 /+/up 结尾，+ 处是终端手机号")
    .prefault("jt808/+/+/up")
    .describe(
      "Topics of what terminals send, the terminal's number before /up; answers go to the same topic with dn for up",
    ),
  MQTT_GROUP: z
    .string()
    .regex(/^[\w-]{1,32}$/, "应为字母、数字、- 或 _")
    .prefault("bus-back-office")
    .describe("Gateways with the same name share the messages of the broker"),
};

/** Settings of the link to vehicles. */
const linkSettings = {
  LINK_POLL_SECONDS: whole(1, 3600).prefault("10").describe("A terminal asks for its work every so many seconds"),
  LINK_TICKET_MINUTES: whole(1, 1440)
    .prefault("30")
    .describe("A download's ticket begins it, and goes on with it where it broke, for so many minutes"),
  ISSUE_BEGINS_PER_SECOND: whole(1, 10_000)
    .prefault("50")
    .describe("So many vehicles at most begin a download each second, as a mean; the others do when they ask again"),
  ISSUE_RETRY_SECONDS: whole(1, 3600)
    .prefault("60")
    .describe(
      "A delivery to a vehicle that failed is tried again after so many seconds, then after three times as many",
    ),
  ...gatewaySettings,
};

/** A setting that cannot be used; the message names it and is meant for the person who starts the program. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

export type Settings = Readonly<z.infer<typeof Schema>>;

/** The settings of this process, parsed from its environment on the first call; throws SettingsError. */
export function settings(): Settings {
  return (parsed ??= readSettings(process.env));
}

/** Parses any environment; an empty value counts as not set. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const result = Schema.safeParse(given);
  if (result.success) return Object.freeze(result.data);
  const issue = result.error.issues[0];
  throw new SettingsError(`设置 ${String(issue?.path[0] ?? "")} 不正确: ${issue?.message ?? ""}`);
}

let parsed: Settings | undefined;

const fields = {
  PORT: whole(0, 65535).prefault("3000").describe("Port of the web server; 0 takes any free one"),
  HOST: z.string().prefault("127.0.0.1").describe("Address to listen on; 0.0.0.0 for all"),
  DATA_DIR: z
    .string()
    .prefault("./data")
    .transform((dir) => path.resolve(dir))
    .describe("Folder of the database, the files and the secrets"),
  DATABASE_URL: databaseUrl
    .optional()
    .describe(
      "Another PostgreSQL (15 or newer); nothing embedded starts then. May name several servers, host:port,host:port: the one that takes changes is found",
    ),
  DATABASE_READ_URL: databaseUrl
    .optional()
    .describe(
      "A streaming replica of DATABASE_URL: pages, exports and figures are read there once it has all that was saved before they were asked for, else from the primary",
    ),
  DATABASE_DIRECT_URL: databaseUrl
    .optional()
    .describe(
      "The server itself, where DATABASE_URL leads through PgBouncer in transaction mode: for the start, upgrades and the locks of jobs",
    ),
  SHARED_KEY: z
    .string()
    .min(32, "至少 32 个字符")
    .max(1000, "最多 1000 个字符")
    .optional()
    .describe(
      "Where several hosts work on one database: any text of 32 letters or more, the same on all of them; the key that seals second factors, kept forms and codes of terminals lies in the database, closed with it",
    ),
  BACKUP_DIR: z
    .string()
    .transform((dir) => path.resolve(dir))
    .optional()
    .describe("Folder, best on another disk, into which the program backs itself up once a day; none where not set"),
  BACKUP_AT: timeOfDay
    .prefault("02:30")
    .describe("When, by OPERATOR_TIME_ZONE; a backup that was missed is made up for"),
  BACKUP_KEEP: whole(1, 1000).prefault("14").describe("So many of the newest are kept, older ones removed"),
  ADMIN_PASSWORD: z
    .string()
    .min(8, "至少 8 个字符")
    .max(128, "最多 128 个字符")
    .optional()
    .describe("Password of the first admin; generated and printed once when absent"),
  DEMO: flag.prefault("1").describe("1 makes the demo city on the first start, 0 starts empty"),
  DEMO_DRIVE: flag
    .prefault("1")
    .describe("1: the demo city's buses drive while somebody is signed in and no real device reports; 0: they stand"),
  WORKERS: whole(1, 64)
    .optional()
    .describe(
      "Processes that answer pages and calls on one port; where not set, one for each core but one, four at most, and one alone below 2 GB of memory. SIGHUP replaces them one after another where they are several",
    ),
  ROLE: z
    .enum(["all", "web", "jobs", "gateway"], { error: "应为 all、web、jobs 或 gateway" })
    .prefault("all")
    .describe(
      "web: answers and does no background jobs; jobs: does them and answers nothing but its state; gateway: speaks with terminals and does nothing else, as npm run gateway does; all: pages and jobs",
    ),
  TRUST_PROXY: trustProxy
    .prefault("false")
    .describe("Proxies in front: false, a number of hops, or a list of addresses"),
  STOP_GRACE_SECONDS: whole(0, 300)
    .prefault("0")
    .describe(
      "Asked to stop, the program answers so much longer while /readyz already says no, so that a proxy sends nobody to it any more",
    ),
  TOKEN_IN_ADDRESS: flag
    .prefault("1")
    .describe(
      "1: another system brings a person in with their session's token in an address; 0: such a token is dropped",
    ),
  HSTS_SUBDOMAINS: flag.prefault("0").describe("1: over HTTPS, all hosts below this one must speak it too"),
  STATIC_ROUTER: flag.prefault("0").describe("1 serves the static menu instead of the one in the database"),
  OPERATOR_TIME_ZONE: timeZone.prefault("Asia/Shanghai").describe("Time zone in which times are shown and days begin"),
  SESSION_IDLE_HOURS: whole(1, 720).prefault("8").describe("A session ends after so many hours without a request"),
  SESSION_MAX_HOURS: whole(1, 720).prefault("24").describe("A session ends after so many hours in any case"),
  FIRST_PASSWORD_DAYS: whole(0, 365)
    .prefault("7")
    .describe("A password that an administrator made must be changed within so many days; 0: whenever"),
  FRESH_PASSWORD_MINUTES: whole(0, 1440).prefault("10").describe("Dangerous changes need a password this new; 0: any"),
  ADDRESS_FAILURE_LIMIT: whole(1, 1_000_000)
    .prefault("100")
    .describe("Failed logins from one address in 10 minutes before it must wait"),
  CONNECTIONS_AT_ONCE: whole(10, 100_000).prefault("2000").describe("Connections kept open"),
  ADDRESS_CONNECTIONS: whole(2, 100_000)
    .prefault("500")
    .describe("Of these from one address; a proxy in TRUST_PROXY may have all"),
  UPLOADS_AT_ONCE: whole(1, 10_000).prefault("40").describe("Uploads of more than 1 MB under way"),
  ADDRESS_UPLOADS: whole(1, 10_000).prefault("10").describe("Of these from one address"),
  UPLOADS_PER_MINUTE: whole(1, 100_000).prefault("120").describe("Uploads of one person, small ones too"),
  EXTERNAL_BASE_URL: webAddress.optional().describe("Base address of resources that open outside this program"),
  SERVICE_AREA: serviceArea
    .optional()
    .describe(
      "minLng,minLat,maxLng,maxLat; a station outside it must be confirmed, a position 200 km outside it is not taken",
    ),
  FILES_DRIVER: z
    .enum(["fs", "s3"], { error: "应为 fs 或 s3" })
    .prefault("fs")
    .describe("Where uploaded files are kept: DATA_DIR or an S3-compatible store"),
  S3_ENDPOINT: webAddress.optional().describe("Address of the S3-compatible store"),
  S3_BUCKET: z.string().optional().describe("Bucket for the files"),
  S3_REGION: z.string().prefault("us-east-1").describe("Region of the bucket"),
  S3_ACCESS_KEY: z.string().optional().describe("Access key of the store"),
  S3_SECRET_KEY: z.string().optional().describe("Secret key of the store"),
  MAP_MODEL: whole(0, 1).prefault("0").describe("1: the base map is the custom tiles at MAP_TILE_URL"),
  MAP_TYPE: whole(0, 3)
    .prefault("2")
    .describe("0 or 1: a public or Google-style tile service, 2: own tiles from the imported roads, 3: a street map"),
  MAP_TILE_URL: z
    .string()
    .regex(/^(https?:\/\/|\/)(?=.*\{x\})(?=.*\{-?y\})(?=.*\{z\})/, "应为含 {x}、{y}、{z} 的瓦片地址")
    .optional()
    .describe("Tile address with {x}, {y}, {z}; needed unless MAP_MODEL=0 and MAP_TYPE=2"),
  MAP_TILE_CRS: z
    .enum(["wgs84", "gcj02", "bd09"], { error: "应为 wgs84、gcj02 或 bd09" })
    .prefault("wgs84")
    .describe("Coordinate system of those tiles"),
  MAP_OFFERS: z
    .string()
    .regex(/^([0-3](,[0-3])*)?$/, "应为 0 到 3 的数字，用逗号分隔，例如 2,3")
    .prefault("")
    .describe(
      "Kinds of MAP_TYPE that the map editor may be switched to beside the base map, by comma; 0, 1 and 3 are public services and need the internet",
    ),
  WEATHER: weatherSource
    .prefault("hand")
    .describe(
      "Weather on the homepage: none, hand (typed in by a person), or the address of a service like Open-Meteo",
    ),
  WEATHER_CITY: z.string().trim().max(32, "最多 32 个字").prefault("本市").describe("Name of the place of the weather"),
  WEATHER_SECONDS: whole(1, 60).prefault("10").describe("The weather service may take so long"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "应为 trace、debug、info、warn、error、fatal 或 silent",
    })
    .prefault("info")
    .describe("Least level that is logged"),
  METRICS_TOKEN: z
    .string()
    .min(16, "至少 16 个字符")
    .optional()
    .describe("Prometheus reads /metrics with this bearer token; without it the address is not there"),
  DB_POOL_SIZE: whole(2, 200).prefault("10").describe("Database connections of one process"),
  STATEMENT_TIMEOUT_MS: whole(100, 5_000_000)
    .prefault("30000")
    .describe("An ordinary statement is cancelled after so many milliseconds"),
  PAGE_TIMEOUT_MS: whole(100, 600_000)
    .prefault("5000")
    .describe("A page that is only read waits so many milliseconds for a statement, then says that it is too much"),
  SLOW_STATEMENT_MS: whole(0, 600_000)
    .prefault("1000")
    .describe(
      "A statement that takes so many milliseconds stands in the log, with the number of the request or job that asked; 0: none does",
    ),
  DB_SILENCE_SECONDS: whole(1, 3600)
    .prefault("5")
    .describe(
      "A database connection silent for so long though it owes an answer is asked about, and thrown away where none is on its way",
    ),
  FIGURES_SECONDS: whole(0, 3600)
    .prefault("60")
    .describe(
      "Figures over all rows are at most so many seconds old where making them is cheap; 0 counts at each opening",
    ),
  PAGE_SPEED_SHARE: whole(0, 100)
    .prefault("10")
    .describe("Of so many pages in a hundred, browsers are asked how long they took; 0 asks none"),
  ONLINE_MINUTES: whole(1, 1440).prefault("5").describe("A bus is online when it reported in the last so many minutes"),
  ...linkSettings,
  REPORT_KEEP_DAYS: whole(2, 3650).prefault("30").describe("Device reports are dropped after so many days"),
  ...logSettings,
  UPLOAD_LIMIT_MB: whole(1, 10_000).prefault("500").describe("Largest upload"),
  TTS_COMMAND: z.string().optional().describe("Another program that speaks: text on stdin, wav on stdout"),
  TTS_URL: z
    .url({ protocol: /^https?$/, error: "应为 http:// 或 https:// 的地址" })
    .optional()
    .describe("A server that speaks OpenAI's /v1/audio/speech; goes before TTS_COMMAND"),
  TTS_KEY: z.string().optional().describe("Its key, sent as a bearer token"),
  TTS_MODEL: z.string().min(1).prefault("tts-1").describe("Its model"),
  TTS_VOICE: z
    .string()
    .min(1)
    .prefault("alloy")
    .describe("Its voice for clips in a man's voice, and for all without the next"),
  TTS_VOICE_FEMALE: z.string().optional().describe("Its voice for clips in a woman's voice"),
  TTS_SPEED: z.coerce.number().min(0.25).max(4).prefault("1").describe("How fast it speaks, 1 is usual"),
  TTS_SECONDS: whole(1, 300).prefault("30").describe("It may take so long for an answer"),
  CLAMAV_URL: clamavUrl
    .optional()
    .describe("clamd that every upload is shown to, tcp://host:port or unix:///path; none where not set"),
  CLAMAV_TIMEOUT_SECONDS: whole(1, 3600)
    .prefault("60")
    .describe("clamd may be silent for so long; then no upload is taken"),
};

const Schema = z.object(fields).superRefine((given, context) => {
  const missing = (name: keyof typeof fields, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  if (given.FILES_DRIVER === "s3") {
    for (const name of ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY", "S3_SECRET_KEY"] as const) {
      if (given[name] === undefined) missing(name, "FILES_DRIVER=s3 时必须设置");
    }
  }
  if (given.BACKUP_DIR && !path.relative(given.DATA_DIR, given.BACKUP_DIR).startsWith(".."))
    missing("BACKUP_DIR", "不能在 DATA_DIR 里面，丢了数据目录就连备份一起丢了");
  if (given.DATABASE_READ_URL && !given.DATABASE_URL)
    missing("DATABASE_URL", "设了 DATABASE_READ_URL 时必须设置，写主库的地址");
  if (given.DATABASE_DIRECT_URL && !given.DATABASE_URL)
    missing("DATABASE_URL", "设了 DATABASE_DIRECT_URL 时必须设置，写连接池的地址");
  if ((given.MAP_MODEL === 1 || given.MAP_TYPE !== 2) && given.MAP_TILE_URL === undefined) {
    missing("MAP_TILE_URL", "MAP_MODEL=1 或 MAP_TYPE 不为 2 时必须设置");
  }
  if (given.SESSION_IDLE_HOURS > given.SESSION_MAX_HOURS) missing("SESSION_IDLE_HOURS", "不能大于 SESSION_MAX_HOURS");
});

/** Every setting with its default and what it does, as docs/operating.md has them. */
export const settingsTable = Object.entries(fields).map(([name, field]) => {
  const fallback: unknown = name === "DATA_DIR" ? "./data" : field.safeParse(undefined).data;
  const shown = typeof fallback === "boolean" && name !== "TRUST_PROXY" ? Number(fallback) : (fallback ?? "");
  return { name, default: String(shown), what: field.description ?? "" };
});
