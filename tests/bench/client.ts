import pg from "pg";
import { createClient } from "../../app/commands/api-client/client";
import { passwords } from "../kit/database";
import { type FaultyOptions, makeBuses, makeDevices, makeLines, makeStations, type Named } from "./faulty-fleet";
import { atMost, type Figure, reported } from "./figure";
import { findDatabaseServer } from "./processes";
import { startProgram } from "./program";
import { measured } from "./sheet-meter";
import type { Stage } from "./stage";
import { signIn } from "./visitor";

const batch = 500;

interface Call<Sent, Data> {
  post: {
    requestBody?: { content: { "application/json": Sent } };
    responses: { 200: { content: { "application/json": { data: Data } } } };
  };
}
type AddBatch = Call<{ list: object[]; onError: "good" }, { row: number; key?: string; errors?: unknown[] }[]>;
type Keys = Call<{ codes: string[] }, Record<string, string>>;
/** Of the calls that `npm run client` writes, those that are used here. */
interface FleetCalls {
  "/api/base/login/login": Call<{ userAccount: string; userPassword: string }, { token: string }>;
  "/api/common/v1.0/orgList": Call<object, { orgId: string; orgType: number }[]>;
  "/api/bus/model/v1.0/list": Call<object, { modelUuid: string }[]>;
  "/api/dev/model/v1.0/list": Call<object, { modelUuid: string }[]>;
  "/api/sta/v1.0/addBatch": AddBatch;
  "/api/bus/v1.0/addBatch": AddBatch;
  "/api/dev/v1.0/addBatch": AddBatch;
  "/api/line/v1.0/addBatch": AddBatch;
  "/api/sta/v1.0/keysByCodes": Keys;
  "/api/bus/v1.0/keysByCodes": Keys;
  "/api/dev/v1.0/keysByCodes": Keys;
  "/api/line/v1.0/keysByCodes": Keys;
}

/** The base data of an operator with 4,000 buses, as dirty as it came, through the client for other programs. */
export async function* clientFigures(stage: Stage): AsyncGenerator<Figure> {
  const databaseUrl = await stage.city("client");
  const database = new pg.Client(databaseUrl);
  await database.connect();
  const program = await startProgram(stage.environment(databaseUrl, "warn"), stage.logFile);
  let token: string | null = null;
  const client = createClient<FleetCalls>([], {
    address: program.url,
    readToken: () => token,
    tell: (message) => Promise.reject(new Error(message)),
    leave: () => (token = null),
    reload: () => undefined,
  });
  try {
    token = (await client.call("/api/base/login/login", { userAccount: "admin", userPassword: passwords.admin })).token;
    const [organisations, busModels, deviceModels] = await Promise.all([
      client.call("/api/common/v1.0/orgList"),
      client.call("/api/bus/model/v1.0/list"),
      client.call("/api/dev/model/v1.0/list"),
    ]);
    const named: Named = {
      orgId: organisations.find(({ orgType }) => orgType === 3)!.orgId,
      busModel: busModels[0]!.modelUuid,
      deviceModel: deviceModels[0]!.modelUuid,
    };
    const person = await signIn(program.url, "admin", passwords.admin);
    const desk = { program, client: database, database: await findDatabaseServer(databaseUrl), person };
    const kinds = [
      ["stations", "sta", "staSelfCode", makeStations()],
      ["buses", "bus", "busSelfCode", makeBuses(named)],
      ["devices", "dev", "devSelfCode", makeDevices(named)],
      ["lines", "line", "lineName", makeLines(named)],
    ] as const;
    let together = 0;
    for (const [what, room, code, fleet] of kinds) {
      const refused = new Set<number>();
      const { seconds, cpu } = await measured(desk, async () => {
        for (let from = 0; from < fleet.length; from += batch) {
          const list = fleet.slice(from, from + batch).map(({ values }) => values);
          for (const { row, errors } of await client.call(`/api/${room}/v1.0/addBatch`, { list, onError: "good" }))
            if (errors) refused.add(from + row - 1);
        }
      });
      if (room === "sta" || room === "bus") together += seconds;
      yield reported(`client: ${fleet.length} ${what}`, seconds, "s");
      yield reported(`client: ${what}: program`, cpu.program, "s CPU");
      yield reported(`client: ${what}: database`, cpu.database, "s CPU");
      const [missed, wronged] = [count(fleet, refused, true), count(fleet, refused, false)];
      yield atMost(`client: faulty ${what} taken`, missed, 0);
      yield atMost(`client: good ${what} refused`, wronged, 0);
      const good = fleet.filter(({ faulty }) => !faulty).map(({ values }) => String(values[code]));
      let found = 0;
      for (let from = 0; from < good.length; from += 5000) {
        const codes = good.slice(from, from + 5000);
        found += Object.keys(await client.call(`/api/${room}/v1.0/keysByCodes`, { codes })).length;
      }
      yield atMost(`client: good ${what} not found by their codes`, good.length - found, 0);
    }
    yield atMost("client: all stations and buses together", together, 60, "s");
  } finally {
    await program.stop();
    await database.end();
  }
}

/** How many faulty records were taken, or good ones refused. */
const count = (fleet: readonly FaultyOptions[], refused: ReadonlySet<number>, faulty: boolean) =>
  fleet.filter((one, at) => one.faulty === faulty && refused.has(at) !== faulty).length;
