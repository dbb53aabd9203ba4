import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const folder = "app/kit/data/db/migrations";
/** From the next one on each release runs beside the one before it (docs/decisions/running/176-releases-side-by-side.md). */
const before = "0103_several_processes.sql";

/** What takes something away from a program that does not know of it yet, or makes what it writes be refused. */
const takesAway = [
  /\bdrop\s+(table|column|view|function|type|schema)\b/i,
  /\brename\b/i,
  /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i,
  /\bset\s+not\s+null\b/i,
  /\badd\s+column\s+[^,;]*\bnot\s+null\b(?![^,;]*\b(default|generated)\b)/i,
];

const takenAway = (text: string) => {
  const statements = text.replace(/^--.*$/gm, "");
  return /^-- alone\b/m.test(text) ? [] : takesAway.filter((one) => one.test(statements));
};

it("a migration that a running program of the release before could not work with says that it must be alone", () => {
  const due = readdirSync(folder).filter((name) => name.endsWith(".sql") && name > before);
  for (const name of due) expect([name, takenAway(readFileSync(`${folder}/${name}`, "utf8"))]).toEqual([name, []]);
});

it("tells one from the other", () => {
  const refused = [
    "alter table bus drop column plate_num;",
    "drop table if exists\n bus;",
    "alter table bus rename to vehicle;",
    "alter table bus alter column seats type text;",
    "alter table bus alter seats set not null;",
    "alter table bus add column kind text not null, add column more text;",
  ];
  for (const text of refused) expect([text, takenAway(text).length]).toEqual([text, 1]);
  const taken = [
    "-- drop table bus, some day\ncreate table depot_door (door_id text not null);",
    "alter table bus add column kind text not null default '';",
    "alter table bus add column kind text;",
    "-- alone: the names of columns change\nalter table bus rename to vehicle;",
    "create index bus_kind on bus (kind);",
  ];
  for (const text of taken) expect([text, takenAway(text)]).toEqual([text, []]);
});
