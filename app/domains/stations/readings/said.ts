import { pronunciationFault } from "../room";
import type { SaidOfNames } from "./names.server";

const writtenField = "written.";

/** What the form of a list of names says: readings that differ from those that stood there, and ticks. Faults by name. */
export function readSaid(
  form: FormData,
  stood: ReadonlyMap<string, string | null>,
): { said: SaidOfNames; faults: Record<string, string> } {
  const typed = typedReadings(form);
  const written = Object.entries(typed).flatMap(([staName, text]) => {
    const pronunciation = text.trim();
    return pronunciation === (stood.get(staName) ?? "") ? [] : [{ staName, pronunciation: pronunciation || null }];
  });
  const faults = written.flatMap(({ staName, pronunciation }) => {
    const fault = pronunciation === null ? undefined : pronunciationFault(staName, pronunciation);
    return fault ? [[staName, fault] as const] : [];
  });
  const ticked = (name: string) => form.getAll(name).map(String);
  const isWritten = new Set(written.map(({ staName }) => staName));
  return {
    said: { written, agreed: ticked("agreed").filter((name) => !isWritten.has(name)), doubted: ticked("doubted") },
    faults: Object.fromEntries(faults),
  };
}

/** By the name of the stations. */
export const typedReadings = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, text]) =>
      name.startsWith(writtenField) ? [[name.slice(writtenField.length), String(text)]] : [],
    ),
  );
