/** Problems of a map file with `relation/123` as people say it: 关系 123. */
export function problemsInWords(problems: readonly { ref: string; text: string }[]): { where: string; text: string }[] {
  return problems.map(({ ref, text }) => ({ where: inWords(ref), text }));
}

function inWords(ref: string): string {
  const [kind = "", id = ""] = ref.split("/");
  return id ? `${{ relation: "关系", way: "道路", node: "节点" }[kind] ?? kind} ${id}` : ref;
}
