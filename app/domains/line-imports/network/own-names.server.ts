import { sql } from "kysely";
import type { Database } from "~/kit/data/db/pool.server";
import { chunks } from "~/kit/ground/chunks";
import type { ImportedLine } from "~/transit/osm/bus-routes";

/** Names that lines have, folded, with the key of the line that has it. */
type TakenNames = Map<string, string>;

/** The names of stored lines that those of a file may have, too. */
export async function takenNames(on: Database, lines: readonly ImportedLine[]): Promise<TakenNames> {
  const names: TakenNames = new Map();
  for (const some of chunks(lines, 2000)) {
    const stems = some.map(({ lineName }) => stemOf(folded(lineName)));
    const found = await sql<{ lineName: string; lineUuid: string }>`
      select line_name, line_uuid from line
      where deleted_at is null and (lower(normalize(line_name, NFKC)) = any(${some.flatMap(nameChoices).map(folded)})
        or line_name like '%）' and lower(normalize(regexp_replace(line_name, '（[0-9]+）$', ''), NFKC)) = any(${stems}))`.execute(
      on,
    );
    for (const row of found.rows) names.set(folded(row.lineName), row.lineUuid);
  }
  return names;
}

/** A name that no other line has, from now on its own: as the file calls it, else with the network behind it, else with OSM and its relation's id, else with a number. */
export function ownName(
  line: ImportedLine,
  taken: TakenNames,
  stored?: { lineUuid: string; lineName: string },
): string {
  const choices = nameChoices(line);
  const free = (name: string) => !taken.has(folded(name)) || taken.get(folded(name)) === stored?.lineUuid;
  const name =
    stored && choices.includes(stored.lineName)
      ? stored.lineName
      : (choices.find(free) ?? numbered(line.lineName, free));
  taken.set(folded(name), stored?.lineUuid ?? line.key);
  return name;
}

function numbered(lineName: string, free: (name: string) => boolean): string {
  for (let number = 2; ; number++) {
    const name = `${stemOf(lineName)}（${number}）`;
    if (free(name)) return name;
  }
}

const folded = (name: string) => name.normalize("NFKC").toLowerCase();

const stemOf = (lineName: string) => [...lineName].slice(0, 56).join("");

function nameChoices({ lineName, network, operator, relationIds, origin }: ImportedLine): string[] {
  const marks = origin ? [network || operator] : [network || operator, "OSM", `OSM${relationIds[0]}`];
  return [
    lineName,
    ...marks.filter(Boolean).map((mark) => `${lineName.slice(0, 62 - mark.length)}（${mark.slice(0, 40)}）`),
  ];
}
