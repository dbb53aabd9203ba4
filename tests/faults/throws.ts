import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Aedes } from "aedes";
import { bundleServer } from "../../app/commands/build.js";
import { freePort } from "../../app/kit/data/db/embedded/port.server";
import ExcelJS from "exceljs";
import { toneWav } from "../../app/transit/sound/tone.sample";
import { FakeClamd } from "../kit/clamd";
import { zipOf } from "../../app/transit/gtfs/zip.sample";
import { atLeast, atMost, type Figure } from "../bench/figure";
import { bundlePages } from "../tools/quick-bundle.js";
import { call, login, pageCookie } from "./api";
import { type Callback, listCallbacks } from "./callbacks";
import { lastResort } from "./callback-list";
import { Program } from "./program";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A copy of the program in which every callback that a library is given throws once; after each its pages must answer, and no process may end. */
export async function throws({ folder }: Program, password: string): Promise<Figure[]> {
  const copy = path.join(folder, "throwing");
  const marks = path.join(folder, "throws");
  const dataDir = path.join(folder, "throwing-data");
  for (const one of [copy, marks, dataDir]) mkdirSync(one, { recursive: true });
  const callbacks = listCallbacks().filter(({ name }) => !lastResort.has(name));
  writeCopy(copy, callbacks);
  await bundlePages(copy, path.join(copy, "build/server/index.js"));
  await bundleServer(path.join(copy, "build"), copy);
  const [spoken, scanner] = ["spoken.wav", "clamd.sock"].map((name) => path.join(folder, name)) as [string, string];
  writeFileSync(spoken, toneWav(1, 22_050));
  const clamd = new FakeClamd();
  await clamd.listen(scanner);
  const [broker, port] = [await listening(), await freePort(undefined)];
  const environment = {
    NODE_ENV: "production" as const,
    ADMIN_PASSWORD: password,
    DEMO: "1",
    LOG_LEVEL: "error",
    THROWS_FOLDER: marks,
    TTS_COMMAND: `cat ${spoken}`,
    CLAMAV_URL: `unix://${scanner}`,
    MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
    GATEWAY_PORT: String(port),
  };
  const program = new Program(dataDir, await freePort(undefined), environment, {
    cwd: copy,
    entry: path.join(copy, "build/server.js"),
  });
  const mark = (name: string) => writeFileSync(path.join(marks, name), "");
  const namesIn = (name: string) => {
    const file = path.join(marks, name);
    return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  };
  let gateway: ChildProcess | undefined;
  let ended = 0;
  let unanswered = 0;
  /** What has ended is started again, so that the others get their turn. */
  const look = async (what: string) => {
    if (program.hasEnded) {
      ended += 1;
      console.error(`the program has ended: ${what}, last ${namesIn("thrown").at(-1)}`);
      program.start();
      await program.answered();
    }
    if (!gateway || gateway.exitCode !== null || gateway.signalCode !== null) {
      if (gateway) console.error(`the gateway has ended: ${what}, last ${namesIn("thrown").at(-1)}`);
      if (gateway) ended += 1;
      gateway = startGateway(copy, { ...process.env, ...environment, DATA_DIR: dataDir, DATABASE_URL: "" });
    }
    if (!(await answersLogin(program.url))) unanswered += 1;
  };
  try {
    program.start();
    await program.answered();
    const token = await login(program.url, password);
    const cookie = await pageCookie(program, token);
    await look("start");
    mark("armed");
    for (let round = 0; round < 2; round++) {
      for (const work of await worksOf(program, { token, cookie }, port)) {
        await Promise.race([work(), sleep(10_000)]).catch(() => undefined);
        await look(String(work));
      }
    }
    mark("called");
    for (let quiet = 0, before = -1; quiet < 8;) {
      await sleep(500);
      await look("called");
      const thrown = namesIn("thrown").length;
      quiet = thrown === before ? quiet + 1 : 0;
      before = thrown;
    }
  } finally {
    gateway?.kill("SIGKILL");
    await program.end();
    broker.close();
    await clamd.close();
  }
  const thrown = new Set(namesIn("thrown"));
  for (const { name } of callbacks) if (!thrown.has(name)) console.error(`has not thrown: ${name}`);
  return [
    atLeast(
      "callbacks of libraries that threw once",
      thrown.size,
      Math.round(callbacks.length * 0.65),
      `of ${callbacks.length}`,
    ),
    atMost("processes that ended", ended, 0, "processes"),
    atMost("times that the login page did not answer afterwards", unanswered, 0, "times"),
  ];
}

/** The request in which something throws may be lost with it; the next ones must not be. */
async function answersLogin(url: string): Promise<boolean> {
  for (let time = 0; time < 4; time++) {
    const answer = await fetch(`${url}/login`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
    if (answer?.status === 200) return true;
  }
  return false;
}

/** What people and terminals do, so that libraries call back. */
async function worksOf(program: Program, { token, cookie }: { token: string; cookie: string }, gatewayPort: number) {
  const port = Number(new URL(program.url).port);
  const page = (at: string) => () => program.ask(at, { headers: { Cookie: cookie } });
  const uploads = (at: string, name: string, bytes: BlobPart) => () => {
    const form = new FormData();
    form.set("file", new File([bytes], name));
    return program.ask(at, { method: "POST", headers: { Authorization: token }, body: form });
  };
  const imports = (name: string, bytes: BlobPart, at: string, asked: (fileUuid: string) => object) => async () => {
    const sent = await uploads("/api/sys-attachment-file/upload", name, bytes)();
    const { data } = JSON.parse(sent!.text) as { data: { fileUuid: string } };
    const answer = await call(program.url, at, asked(data.fileUuid), token);
    if (!answer.success) console.error(`${at} of ${name}: ${JSON.stringify(answer)}`);
    await sleep(3000);
  };
  const ofPosts = (fileUuid: string) => ({ templateCode: "post", fileUuid, mode: "insert" });
  const ofLines = (fileUuid: string) => ({ fileUuids: [fileUuid] });
  const today = new Date().toISOString().slice(0, 10);
  const feed = zipOf({
    "routes.txt": "route_id,route_short_name,route_type\nR1,测891路,3\n",
    "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nA,甲站,31.1,120.1\nB,乙站,31.1,120.11\n",
    "trips.txt": "route_id,service_id,trip_id\nR1,S,t1\n",
    "stop_times.txt": "trip_id,stop_id,stop_sequence\nt1,A,1\nt1,B,2\n",
  });
  const town =
    '<?xml version="1.0"?><osm version="0.6"><node id="1" lat="31.1" lon="120.1"/><node id="2" lat="31.1" lon="120.2"/><way id="3"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way></osm>';
  const book = new ExcelJS.Workbook();
  book.addWorksheet("岗位").addRows([
    ["岗位编号", "岗位名称", "类别", "状态"],
    ["THROW2", "岗位二", "驾驶员", "启用"],
  ]);
  const posts = "岗位编号,岗位名称,类别,状态\r\nTHROW1,岗位一,驾驶员,启用\r\n";
  return [
    page("/station/station-management"),
    page("/excel/import/template?template=station"),
    page("/excel/import/export?template=station&format=csv"),
    () =>
      program.ask("/voice/voice-library/speak", {
        method: "POST",
        headers: {
          Cookie: cookie,
          "Sec-Fetch-Site": "same-origin",
          "Content-Type": "application/x-www-form-urlencoded",
        },
        body: "language=zh&voiceType=0",
      }),
    uploads("/api/line/file/audio/info/upload", "tone.wav", Buffer.from(toneWav(1, 22_050))),
    imports("posts.xlsx", await book.xlsx.writeBuffer(), "/api/excel/v1.0/add", ofPosts),
    page(`/line/line-import/gtfs-export/download?asOf=${today}&speed=20`),
    imports("posts.csv", posts, "/api/excel/v1.0/add", ofPosts),
    imports("feed.zip", new Uint8Array(feed), "/api/line-import/v1.0/add", ofLines),
    imports("town.txt", "测1路\n甲站\n乙站\n", "/api/line-import/v1.0/add", ofLines),
    imports("town.osm", town, "/api/map-import/v1.0/add", (fileUuid) => ({ fileUuid })),
    () => call(program.url, "/api/device-link/v1.0/poll", {}, token),
    () => brokenRequest(port, "GET /login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n"),
    () => brokenRequest(port, "NONSENSE\r\n\r\n"),
    () => brokenRequest(gatewayPort, Buffer.from("7e7e0001027e", "hex")),
    () => sleep(3000),
  ];
}

async function brokenRequest(port: number, bytes: string | Buffer): Promise<void> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  socket.write(bytes);
  await sleep(300);
  socket.destroy();
}

/** The sources with each callback marked, and what their bundles need. */
function writeCopy(copy: string, callbacks: readonly Callback[]): void {
  for (const name of ["app", "server.ts", "tsconfig.json", "package.json"])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  mkdirSync(path.join(copy, "build/client"), { recursive: true });
  rmSync(path.join(copy, "node_modules"), { force: true });
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  const runtime = path.join(root, "tests/faults/throwing.mjs");
  for (const file of new Set(callbacks.map((one) => one.file))) {
    const text = readFileSync(path.join(root, file), "utf8");
    const marked = withMarks(
      text,
      callbacks.filter((one) => one.file === file),
    );
    // Others go into pages, too, where there are no files.
    const isOfServer = /\.(server|worker)\.|worker\.ts$|^server\.ts$|^app\/commands\//.test(file);
    writeFileSync(path.join(copy, file), (isOfServer ? `import ${JSON.stringify(runtime)};\n` : "") + marked);
  }
}

function withMarks(text: string, callbacks: readonly Callback[]): string {
  const marks: { at: number; order: number; text: string }[] = [];
  for (const { name, given, inner } of callbacks) {
    const said = JSON.stringify(name);
    for (const [word, { from, to }, depth] of [
      ["__given", given, 0],
      ["__throws", inner, 1],
    ] as const) {
      marks.push({ at: from, order: from * 2 + depth, text: `(globalThis.${word} ?? ((_, it) => it))(${said}, ` });
      marks.push({ at: to, order: -from * 2 - depth, text: ")" });
    }
  }
  // At one place what begins first opens first, and what began last closes first, before anything opens.
  marks.sort((a, b) => a.at - b.at || Number(a.text !== ")") - Number(b.text !== ")") || a.order - b.order);
  let [made, from] = ["", 0];
  for (const { at, text: mark } of marks) {
    made += text.slice(from, at) + mark;
    from = at;
  }
  return (made + text.slice(from)).replace(
    /\.(off|removeListener|removeEventListener)\(("[^"]*"), (\w+)\)/g,
    ".$1($2, (globalThis.__throws ?? ((_, it) => it))(undefined, $3))",
  );
}

function startGateway(copy: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", "app/commands/gateway.ts"], {
    cwd: copy,
    stdio: ["ignore", 2, 2],
    env,
  });
}

async function listening() {
  const broker = await Aedes.createBroker();
  const server = createServer(broker.handle);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as { port: number };
  return { port, close: () => (server.close(), broker.close()) };
}
