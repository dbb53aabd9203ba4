import type { Fact } from "~/kit/page/screens/detail-screen";
import { fileFact } from "./record-file";
import type { DeclaredRoom } from "./room";
import { factsOf, type Names } from "./words";

const usual = "基本信息";

/** The parts of a room's form, each with its title and fields. */
export const partsOf = ({ parts, fields }: DeclaredRoom): [title: string, fields: readonly string[]][] =>
  Object.entries(parts ?? { [usual]: Object.keys(fields) });

/** What a record's page tells of it, part by part. */
export function shownFacts(
  room: DeclaredRoom,
  record: Record<string, unknown>,
  names: Names,
): { title: string; facts: Fact[] }[] {
  const parts = Object.entries(room.shown ?? Object.fromEntries(partsOf(room)));
  return parts.map(([title, shown]) => ({
    title,
    facts: shown.flatMap((one): Fact[] => {
      if (typeof one !== "string") return [{ ...one, value: one.value(record as never) }];
      const field = room.fields[one];
      if (field?.kind === "file") return [fileFact(room, record, one, names)];
      return factsOf(room.words, record, [one], { names, wide: field?.wide });
    }),
  }));
}
