type Json = Record<string, unknown>;

export interface FieldTitles {
  inRoom(path: string, name: string): string | undefined;
  anywhere(path: string, name: string): string | undefined;
}

/** Gives the fields of described calls their titles: those that they have, else their room's, else that of the same field in a call beside; what callers send goes by what its name means everywhere, too. */
export function nameFields(paths: Record<string, Json>, titles: FieldTitles): void {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((call) => ({ path, ...splitCall(call as Json) })),
  );
  const beside = new Map<string, Set<string>>();
  const keep = (path: string, name: string, field: Json, title: string | undefined) => {
    if (!title) return;
    field.title = title;
    const known = `${familyOf(path)} ${name}`;
    beside.set(known, (beside.get(known) ?? new Set()).add(title));
  };
  const besideOf = (path: string, name: string) => {
    const [title, ...others] = beside.get(`${familyOf(path)} ${name}`) ?? [];
    return titles.inRoom(path, name) ?? (others.length === 0 ? title : undefined);
  };
  for (const { path, sent, answered } of calls)
    eachField([sent, answered], (name, field) => keep(path, name, field, titleOf(field)));
  for (const { path, sent } of calls)
    eachField(sent, (name, field) => {
      if (!field.title) keep(path, name, field, besideOf(path, name) ?? titles.anywhere(path, name));
    });
  for (const { path, answered } of calls)
    eachField(answered, (name, field) => {
      if (!field.title) keep(path, name, field, besideOf(path, name));
    });
}

const splitCall = ({ responses, ...sent }: Json) => ({ sent, answered: responses });
const familyOf = (path: string) => path.slice(0, path.lastIndexOf("/"));

function titleOf({ title, anyOf }: Json): string | undefined {
  if (typeof title === "string") return title;
  if (!Array.isArray(anyOf)) return undefined;
  const filled = (anyOf as Json[]).filter(({ type }) => type !== "null");
  return filled.length === 1 ? titleOf(filled[0]!) : undefined;
}

/** Tells every field of a description, at any depth, and every parameter of a query. */
export function eachField(json: unknown, tell: (name: string, field: Json) => void): void {
  if (typeof json !== "object" || json === null) return;
  const { name, schema } = json as Json;
  if (typeof name === "string" && typeof schema === "object") tell(name, schema as Json);
  for (const [key, value] of Object.entries(json)) {
    const fields = key === "properties" ? Object.entries(value as Record<string, Json>) : [];
    for (const [field, own] of fields) tell(field, own);
    for (const one of key === "properties" ? fields.map(([, own]) => own) : [value]) eachField(one, tell);
  }
}
