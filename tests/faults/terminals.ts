import { appendFileSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { chanceFrom } from "../../app/commands/fleet/chance";
import { httpTransport } from "../../app/commands/fleet/http-transport";
import { jt808Transport } from "../../app/commands/fleet/jt808-transport";
import { Terminal } from "../../app/commands/fleet/terminal";
import type { FleetTerminal } from "../kit/fleet";

/** Terminals that misbehave, in a process of their own, every fifth over JT/T 808: `terminals.ts URL GATEWAY_PORT TOKENS LOG`; what each holds is in the log, synced, before it says so. */
const [url, gatewayPort, tokens, logFile] = process.argv.slice(2) as [string, string, string, string];
const shares = { drop: 0.1, duplicate: 0.1, reorder: 0.1, lie: 0.05, stop: 0.1, wrongCrc: 0.05 };
const log = openSync(logFile, "a");

const fleet = (JSON.parse(readFileSync(tokens, "utf8")) as FleetTerminal[]).map(
  ({ deviceNo, phone, token, devUuid }, place) =>
    new Terminal({
      deviceNo,
      misbehaves: shares,
      chance: chanceFrom(place + 1),
      transport: place % 5 === 0 ? over808(phone) : httpTransport(url, token),
      holds: ({ no, version, sha256 }) => {
        writeSync(log, `${devUuid}\t${no}\t${version}\t${sha256}\n`);
        fsyncSync(log);
      },
    }),
);

function over808(phone: string) {
  const gateway = { host: "127.0.0.1", port: Number(gatewayPort) };
  return jt808Transport({ gateway, as: { phone: phone.slice(-12).padStart(12, "0"), version: 2013 }, everySeconds: 3 });
}

appendFileSync(logFile, "");
await Promise.all(
  fleet.map(async (terminal, place) => {
    await sleep((place * 7919) % 3000);
    for (;;) await sleep((await terminal.round()) * 1000);
  }),
);
