import { execFileSync, spawn } from "node:child_process";
import { openSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePort } from "../../app/kit/data/db/embedded/port.server";
import { passwords } from "../kit/database";
import { atLeast, type Figure, reported } from "./figure";
import { onStations } from "./on-stations";
import { findDatabaseServer, type ProcessUsage, usageBelow } from "./processes";
import { root } from "./program";
import { askWithoutPause } from "./server-cost";
import { ask } from "../kit/database";
import type { Stage } from "./stage";

/** Another Python than Debian's, for a newer Django. */
const python = process.env.BENCH_PYTHON ?? "/usr/bin/python3";
const rows = 20_000;
const list = "/admin/office/station/";

/**
 * The station list beside Django's admin with the same 20,000 stations, 50 a page, logged in, on the same PostgreSQL: one
 * process each (gunicorn with one worker of eight threads), eight connections, in turn. Django packs nothing and serves no frame.
 */
export async function* djangoFigures(stage: Stage): AsyncGenerator<Figure> {
  const version = djangoVersion();
  if (!version) {
    console.error(
      "skipped: no Django beside which to measure (apt-get install python3-django python3-psycopg2 gunicorn)",
    );
    return;
  }
  yield* onStations(stage, rows, async function* (_, visitor, databaseUrl) {
    const office = await openOffice(stage, databaseUrl);
    try {
      const databaseServer = await findDatabaseServer(databaseUrl);
      const sides = [
        { name: "station list", visitor, paths: undefined, process: 0, pages: [] as number[] },
        {
          name: `Django ${version} admin`,
          visitor: office,
          paths: officePages,
          process: office.pid,
          pages: [] as number[],
        },
      ];
      for (let round = -1; round < 3; round++) {
        for (const side of sides) {
          const before = cpuOf(side.process, databaseServer);
          const { requests, ...result } = await askWithoutPause(side.visitor, side.paths);
          if (round < 0) continue;
          side.pages.push(requests.average);
          const after = cpuOf(side.process, databaseServer);
          yield reported(
            `${side.name}, 1 process, 8 connections, round ${round + 1}: pages a second`,
            requests.average,
            "1/s",
          );
          if (side.process > 0)
            yield reported(`${side.name}: CPU a page with the database's`, (after - before) / result["2xx"], "ms");
        }
      }
      const [ours, theirs] = sides.map(({ pages }) => pages.reduce((sum, one) => sum + one, 0) / pages.length);
      yield atLeast("pages a second / those of Django's admin", ours! / theirs!, 8, "x");
    } finally {
      office.stop();
    }
  });
}

const officePages = Array.from({ length: 20 }, (_, page) => `${list}?p=${page + 1}`);

function cpuOf(process: number, databaseServer: number): number {
  return [process, databaseServer]
    .filter((pid) => pid > 0)
    .map((pid) => usageBelow(pid))
    .reduce((sum, { cpuMs }: ProcessUsage) => sum + cpuMs, 0);
}

export function djangoVersion(): string | undefined {
  try {
    const said = execFileSync(python, ["-c", "import django, psycopg2, gunicorn; print(django.get_version())"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return said.trim();
  } catch {
    return undefined;
  }
}

/** Django's admin at work on a database of its own with the stations of ours, and somebody logged in. */
export async function openOffice(stage: Stage, databaseUrl: string) {
  await ask(databaseUrl, "drop database if exists django_office with (force)");
  await ask(databaseUrl, "create database django_office");
  const { hostname, port: databasePort, username, password } = new URL(databaseUrl);
  const env = {
    ...process.env,
    DJANGO_SETTINGS_MODULE: "office.settings",
    DJANGO_SUPERUSER_PASSWORD: passwords.admin,
    BENCH_DB_HOST: hostname,
    BENCH_DB_PORT: databasePort,
    BENCH_DB_NAME: "django_office",
    BENCH_DB_USER: username,
    BENCH_DB_PASSWORD: password,
  };
  const cwd = path.join(root, "tests/bench/django");
  const django = (...args: string[]) =>
    execFileSync(python, ["-B", "-m", "django", ...args], { cwd, env, stdio: ["ignore", 2, 2] });
  django("migrate", "--run-syncdb", "--verbosity", "0");
  django("createsuperuser", "--noinput", "--username", "bench", "--email", "bench@example.org");
  await copyStations(databaseUrl, env.BENCH_DB_NAME);

  const port = await freePort(undefined);
  const output = openSync(stage.logFile, "a");
  const child = spawn(
    python,
    [
      "-B",
      "-m",
      "gunicorn",
      "office.wsgi",
      "--bind",
      `127.0.0.1:${port}`,
      "--workers",
      "1",
      "--threads",
      "8",
      "--keep-alive",
      "30",
    ],
    { cwd, env, stdio: ["ignore", output, output] },
  );
  const leave = () => void child.kill("SIGTERM");
  process.once("exit", leave);
  const url = `http://127.0.0.1:${port}`;
  return { url, cookie: await logIn(url), pid: child.pid!, stop: leave };
}

async function copyStations(databaseUrl: string, to: string): Promise<void> {
  const from = new pg.Client(databaseUrl);
  await from.connect();
  const { rows: stations } = await from.query<{ all: string }>(
    `select json_agg(s) as all from (select sta_self_code as code, sta_name as name, state, sta_kind as kind, coalesce(road, '') as road, lng, lat, updated_at from station where deleted_at is null order by sta_self_code limit ${rows}) s`,
  );
  await from.end();
  const target = new URL(databaseUrl);
  target.pathname = `/${to}`;
  const client = new pg.Client(target.href);
  await client.connect();
  await client.query(
    "insert into station (code, name, state, kind, road, lng, lat, updated_at) select * from json_to_recordset($1::json) as s(code text, name text, state int, kind int, road text, lng float, lat float, updated_at timestamptz)",
    [JSON.stringify(stations[0]!.all)],
  );
  await client.query("analyze");
  await client.end();
}

async function logIn(url: string): Promise<string> {
  const form = await patiently(() => fetch(`${url}/admin/login/`));
  const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(await form.text())![1]!;
  const cookieOf = (answer: Response) => answer.headers.getSetCookie().map((one) => one.split(";")[0]!);
  const answer = await fetch(`${url}/admin/login/`, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: cookieOf(form).join("; "), "Content-Type": "application/x-www-form-urlencoded", Referer: url },
    body: new URLSearchParams({ csrfmiddlewaretoken: token, username: "bench", password: passwords.admin, next: list }),
  });
  const cookie = cookieOf(answer).join("; ");
  const html = await (await fetch(url + list, { headers: { Cookie: cookie } })).text();
  const shown = html.match(/name="_selected_action"/g)?.length ?? 0;
  if (shown !== 50) throw new Error(`Django's list shows ${shown} rows instead of 50`);
  return cookie;
}

async function patiently(request: () => Promise<Response>): Promise<Response> {
  for (let tries = 0; ; tries++) {
    try {
      return await request();
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(100);
    }
  }
}
