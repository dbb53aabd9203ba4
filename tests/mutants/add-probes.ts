import ts from "typescript";

/** A source whose functions around these places tell that they are reached, each by its place's number; and the numbers of those that stand in no function, whom whoever loads the file reaches. */
export function addProbes(
  file: string,
  text: string,
  places: readonly { number: number; start: number }[],
): { text: string; outside: number[] } {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const probes = new Map<ts.Node, number[]>();
  const outside: number[] = [];
  for (const { number, start } of places) {
    const body = findBody(source, start);
    if (body) probes.set(body, [...(probes.get(body) ?? []), number]);
    else outside.push(number);
  }
  const insertions = [...probes].flatMap(([body, numbers]): [number, string][] => {
    const call = `globalThis.__reach?.(${numbers.join()})`;
    if (ts.isBlock(body)) return [[body.getStart(source) + 1, ` ${call};`]];
    return [
      [body.getStart(source), `(${call}, `],
      [body.end, ")"],
    ];
  });
  // From the end, so that what is inserted moves no place that is still to come.
  for (const [at, more] of insertions.sort(([a], [b]) => b - a)) text = text.slice(0, at) + more + text.slice(at);
  return { text, outside };
}

/** The body of the innermost function that holds a place. */
function findBody(node: ts.Node, place: number): ts.Node | undefined {
  if (place < node.getStart() || place > node.end) return undefined;
  const deeper = ts.forEachChild(node, (child) => findBody(child, place));
  return deeper ?? (ts.isFunctionLike(node) && "body" in node ? (node.body as ts.Node | undefined) : undefined);
}
