import cluster from "node:cluster";
import { openSync } from "node:fs";
import { createServer, type Server } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type NextFunction, type Request, type Response } from "express";
import { startBackups } from "~/commands/scheduled-backups";
import { type Database, startDatabase } from "~/kit/data/db/embedded/start.server";
import { runBeside, surviveFaults } from "~/kit/ground/faults.server";
import { log, printLine } from "~/kit/ground/log.server";
import { answerBrokenHeads } from "~/kit/page/server/broken-heads.server";
import { Connections, type IsProxy } from "~/kit/page/server/connections.server";
import { serveAssets } from "~/kit/page/server/assets.server";
import { refuseForeignPosts } from "~/kit/page/server/foreign-posts.server";
import { trackBackpressure } from "~/kit/page/server/backpressure.server";
import { limitGuesses } from "~/kit/page/server/guess-rate.server";
import { answerHealth, answerReady } from "~/kit/page/server/health.server";
import { limitRequests } from "~/kit/page/server/limits.server";
import { bodyWriter, brotli, isWorthPacking, packerFor } from "~/kit/page/server/pack.server";
import { sendPlainAnswer } from "~/kit/page/server/plain-answer.server";
import { type CountsOfProgram, newMetrics } from "~/kit/page/server/metrics.server";
import { listen } from "~/kit/page/server/listen.server";
import { ownFaults } from "~/kit/page/server/own-faults.server";
import { logRequests } from "~/kit/page/server/request-log.server";
import { splitByRouteGroup } from "~/kit/page/server/route-groups.server";
import { setSecurityHeaders } from "~/kit/page/server/security-headers.server";
import { type AnswerTerminal, answerTerminals } from "~/kit/page/server/terminals.server";
import { ExitedWorker, tellReady, Workers, workersWanted } from "~/kit/page/server/workers.server";
import { OpenResponses } from "~/kit/page/server/open-responses.server";
import { discardUnreadBodies } from "~/kit/page/server/unread-bodies.server";
import { refuseMalformedRequests } from "~/kit/page/server/well-formed.server";
import type { EndedRequest } from "~/kit/data/logs/request-log.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { tileUrls } from "~/kit/page/map/operator-map.server";
import { settings, type Settings } from "~/kit/ground/settings.server";

/** What app/entry.server.tsx offers beside rendering. */
interface Lifecycle extends CountsOfProgram {
  prepare?: (routes: ServerBuild["routes"]) => Promise<{ announcements: string[] }>;
  keepRequest?: (ended: EndedRequest) => void;
  answerTerminal?: AnswerTerminal;
  shutdown?: () => Promise<void>;
}
type Build = ServerBuild & { entry: { module: Lifecycle } };

const here = path.dirname(fileURLToPath(import.meta.url));
const isBuilt = path.basename(path.dirname(here)) === "build";
const development = process.env.NODE_ENV !== "production" && !isBuilt;
// Open until we end, which tells later builds that this one is in use.
if (isBuilt) openSync(path.join(here, ".built"), "r");

// As the operator gave it: the address of an embedded database is added later.
const environment = { ...process.env };
let endBackups = (): void => undefined;

await boot().catch((error: unknown) => {
  const { name, message } = error as Error;
  if (name !== "LockedError" && name !== "SettingsError") log.fatal({ err: error }, "start failed");
  printLine(message);
  process.exit(name === "SettingsError" ? 2 : 1);
});

/** Keeps the database and the processes that answer; answers nothing itself. */
async function lead(given: Settings, count: number): Promise<void> {
  const database = await openDatabase(given);
  const workers = new Workers(given.ROLE);
  let ending: Promise<void> | undefined;
  let isUp = false;
  const stop = (code: number) => {
    endBackups();
    ending ??= workers
      .stop()
      .then(() => database.stop())
      .catch((error: unknown) => log.error({ err: error }, "stop was not clean"))
      .finally(() => process.exit(code));
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(0));
  // A terminal that is closed sends it, too.
  process.on("SIGHUP", () => (process.stdout.isTTY ? stop(0) : runBeside("new workers", workers.replaceAll())));
  surviveFaults({ hasStarted: () => isUp, stop });
  try {
    beStarted(given, await workers.start(count));
    isUp = true;
  } catch (error) {
    if (!(error instanceof ExitedWorker)) throw error;
    stop(error.code);
  }
}

/** Says where the program answers, and has it backed up from now on. */
function beStarted(given: Settings, port: number): void {
  const { HOST } = given;
  endBackups = startBackups(given, environment);
  printLine(`系统已启动: http://${/^(0\.0\.0\.0|::)$/.test(HOST) ? "127.0.0.1" : HOST}:${port}`);
}

async function boot(): Promise<void> {
  const given = settings();
  const workers = development ? 1 : workersWanted(given);
  if (workers > 1 && cluster.isPrimary) return lead(given, workers);
  // The database comes up in a process of its own; meanwhile this one reads its pages.
  const ahead = development ? undefined : readBuild();
  ahead?.catch(() => undefined);
  const database = cluster.isWorker ? { stop: async () => undefined } : await openDatabase(given);
  const limits = { requestTimeout: 5_000_000, headersTimeout: 20_000, keepAliveTimeout: 65_000 };
  const server = answerBrokenHeads(createServer({ ...limits, connectionsCheckingInterval: 5000 }));
  const traffic = new OpenResponses(server);
  const vite = development ? await developmentServer(server) : undefined;
  const load = async () => (await vite!.ssrLoadModule("virtual:remix/server-build")) as Build;
  const build = await (ahead ?? load());

  let ending: Promise<void> | undefined;
  const stop = (code: number, isReplaced = false) => {
    endBackups();
    ending ??= (async () => {
      // Others take what comes meanwhile, so nobody is in a hurry.
      const grace = isReplaced ? 0 : given.STOP_GRACE_SECONDS * 1000;
      const linger = cluster.isWorker ? 1000 : 0;
      await traffic.end(10_000, { grace, linger, isReplaced });
      // A database that hangs must not hold up the end.
      await Promise.race([build.entry.module.shutdown?.(), sleep(10_000, undefined, { ref: false })]);
      await vite?.close();
    })()
      .catch((error: unknown) => log.error({ err: error }, "stop was not clean"))
      .then(() => database.stop())
      .finally(() => process.exit(code));
  };
  process.on("SIGTERM", () => stop(0));
  // A terminal sends these to all processes; the one over the workers tells them what to do.
  for (const signal of ["SIGINT", "SIGHUP"] as const) if (cluster.isWorker) process.on(signal, () => undefined);
  if (cluster.isPrimary) process.on("SIGINT", () => stop(0));
  surviveFaults({ hasStarted: () => server.listening, stop });

  try {
    const prepared = await build.entry.module.prepare?.(build.routes);
    prepared?.announcements.forEach(printLine);
    const app = application(given, { server, traffic, ...build.entry.module });
    app.use(vite ? vite.middlewares : serveAssets(path.join(here, "client")));
    app.use(compression({ filter: isWorthPacking, brotli }), trackBackpressure());
    const pages = (of: ServerBuild | typeof load) =>
      createRequestHandler({
        build: of,
        mode: development ? "development" : "production",
        getLoadContext: (request, response) => ({
          cspNonce: response.locals.cspNonce as string,
          requestId: response.locals.requestId as string,
          clientAddress: request.ip ?? "",
          admit: response.locals.admit as () => string | undefined,
          waitForDrain: response.locals.waitForDrain as () => Promise<void> | undefined,
          tellViewer: (viewer: Viewer) => void (response.locals.viewer = viewer),
          pack: packerFor(request),
          writeBody: bodyWriter(response),
        }),
      });
    app.all("*", vite ? pages(load) : splitByRouteGroup(build, pages));
    app.use(failed);
    server.on("request", app);
    await listen(server, given);
    const port = (server.address() as { port: number }).port;
    // Nobody needs to be told that a worker leaves whose place is taken.
    if (cluster.isWorker) tellReady(port, () => stop(0, true));
    else beStarted(given, port);
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function openDatabase(given: Settings): Promise<Database> {
  const database = await startDatabase(given);
  process.env.DATABASE_URL = database.url;
  return database;
}

function readBuild(): Promise<Build> {
  return import(pathToFileURL(path.join(here, "server/index.js")).href) as Promise<Build>;
}

function application(
  given: Settings,
  {
    server,
    traffic,
    keepRequest,
    answerTerminal,
    databaseState,
    countUnfinishedJobs,
  }: { server: Server; traffic: OpenResponses } & Lifecycle,
): express.Express {
  const trustsProxy = given.TRUST_PROXY !== false && given.TRUST_PROXY !== 0;
  const uploadBytes = given.UPLOAD_LIMIT_MB * 1_000_000;
  const app = express().disable("x-powered-by").set("trust proxy", given.TRUST_PROXY).set("etag", false);
  const connections = new Connections(server, given, app.get("trust proxy fn") as IsProxy);
  const metrics = newMetrics(given.METRICS_TOKEN, { databaseState, countUnfinishedJobs });
  const logged = logRequests(trustsProxy, keepRequest, metrics.observe);
  const terminals = answerTerminals([connections.track, logged], answerTerminal);
  app.use(
    ownFaults,
    setSecurityHeaders({ tileUrls: tileUrls(given), development, subdomains: given.HSTS_SUBDOMAINS }),
    terminals.first,
    discardUnreadBodies({ keepBytes: 1_000_000, bytes: uploadBytes, ms: 30_000, quietMs: 5000 }),
    connections.track,
    logged,
    terminals.other,
  );
  const isStopping = () => traffic.endsService;
  // Asked by programs too that name no host.
  app.get("/healthz", answerHealth(databaseState, isStopping));
  app.get("/readyz", answerReady(isStopping));
  app.get("/metrics", metrics.answer);
  if (given.ROLE === "jobs") app.use((_request, response) => sendPlainAnswer(response, 404, "这个进程只做后台任务"));
  app.use(refuseMalformedRequests(trustsProxy));
  app.use(limitGuesses(), refuseForeignPosts);
  const uploads = { inAll: given.UPLOADS_AT_ONCE, perAddress: given.ADDRESS_UPLOADS };
  app.use(limitRequests({ ordinaryMs: 30_000, longMs: 5_000_000, uploadBytes, uploads }));
  return app;
}

async function developmentServer(server: ReturnType<typeof createServer>) {
  const { createServer: createVite } = await import("vite");
  return createVite({ root: here, appType: "custom", server: { middlewareMode: true, hmr: { server } } });
}

/** Express knows an error handler by its four parameters. */
function failed(error: Error & { status?: number }, _request: Request, response: Response, _next: NextFunction): void {
  const status = error.status ?? 500;
  if (response.writableEnded || response.destroyed) return;
  if (status >= 500) log.error({ err: error, requestId: response.locals.requestId as string }, "request failed");
  sendPlainAnswer(response, status, status === 404 ? "没有这个文件" : status < 500 ? "请求不正确" : "系统错误");
}
