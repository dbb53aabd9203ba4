import { pronunciationFault } from "../room";
import type { SaidOfNames } from "./names.server";

export const writtenField = "written.";
/** What stood there when the page was made. */
export const stoodField = "stood.";

export interface SaidAnswer {
  said: SaidOfNames;
  /** By the key of one of a name's stations. */
  faults: Record<string, string>;
}

/** What the form of a list of names says: readings that differ from those that stood there, and ticks. `names` are by the key of one of their stations. */
export function readSaid(form: FormData, names: ReadonlyMap<string, string>): SaidAnswer {
  const written = Object.entries(typedReadings(form)).flatMap(([staUuid, text]) => {
    const [pronunciation, stood] = [text.trim(), String(form.get(`${stoodField}${staUuid}`) ?? "")];
    const staName = names.get(staUuid);
    if (staName === undefined || pronunciation === stood) return [];
    return [{ staUuid, staName, stood: stood || null, pronunciation: pronunciation || null }];
  });
  const faults = written.flatMap(({ staUuid, staName, pronunciation }) => {
    const fault = pronunciation === null ? undefined : pronunciationFault(staName, pronunciation);
    return fault ? [[staUuid, fault] as const] : [];
  });
  const ticked = (name: string) => form.getAll(name).map(String);
  const isWritten = new Set(written.map(({ staName }) => staName));
  return {
    said: { written, agreed: ticked("agreed").filter((name) => !isWritten.has(name)), doubted: ticked("doubted") },
    faults: Object.fromEntries(faults),
  };
}

/** By the key of one of a name's stations. */
export const typedReadings = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, text]) =>
      name.startsWith(writtenField) ? [[name.slice(writtenField.length), String(text)]] : [],
    ),
  );
