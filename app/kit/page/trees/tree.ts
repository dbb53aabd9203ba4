import type { Choice } from "~/kit/page/forms/field";

/** A row with those below it; `pId` is empty at a root. */
export type TreeNode<Row> = Row & { id: string; pId: string | null; children: TreeNode<Row>[] };

/** A row whose parent is not among them stands at the top, and so does one of a ring, which only bad data can hold. */
export function treeOf<Row extends object>(
  rows: readonly Row[],
  { id, pid }: { id: keyof Row; pid: keyof Row },
): TreeNode<Row>[] {
  const nodes = new Map(
    rows.map((row) => [
      String(row[id]),
      { ...row, id: String(row[id]), pId: (row[pid] || null) as string | null, children: [] as TreeNode<Row>[] },
    ]),
  );
  const parentOf = (node: TreeNode<Row>) => nodes.get(node.pId ?? "");
  const roots: TreeNode<Row>[] = [];
  const led = new Set<TreeNode<Row>>();
  for (const node of nodes.values()) {
    const way = new Set<TreeNode<Row>>();
    let at: TreeNode<Row> | undefined = node;
    while (at && !led.has(at) && !way.has(at)) {
      way.add(at);
      at = parentOf(at);
    }
    if (at && way.has(at)) at.pId = null;
    for (const one of way) led.add(one);
  }
  for (const node of nodes.values()) (parentOf(node)?.children ?? roots).push(node);
  return roots;
}

/** A tree's nodes one after the other, each with its level from 0, parents before their children. */
export function treeRows<Node extends { children: Node[] }>(
  tree: readonly Node[],
  level = 0,
): { node: Node; level: number }[] {
  return tree.flatMap((node) => [{ node, level }, ...treeRows(node.children, level + 1)]);
}

/** A tree for a select, each level further in. `without` leaves out a node and all below it, where a record looks for a parent. */
export function treeChoices<Node extends { id: string; children: Node[] }>(
  tree: readonly Node[],
  label: (node: Node) => string,
  without?: string,
): Choice[] {
  const kept = (nodes: readonly Node[]): Node[] =>
    nodes.filter(({ id }) => id !== without).map((node) => ({ ...node, children: kept(node.children) }));
  return treeRows(without ? kept(tree) : tree).map(({ node, level }) => ({
    value: node.id,
    label: "\u3000".repeat(level) + label(node),
  }));
}

/** The nodes that answer, with what stands above and below them. */
export function treeMatching<Node extends { children: Node[] }>(
  tree: readonly Node[],
  answers: (node: Node) => boolean,
): Node[] {
  return tree.flatMap((node) => {
    if (answers(node)) return [node];
    const children = treeMatching(node.children, answers);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** The ids with all that stand above them, in the order of the tree: who holds a node holds the way to it. */
export function withParents<Node extends { id: string; children: Node[] }>(
  tree: readonly Node[],
  ids: Iterable<string>,
): string[] {
  const wanted = new Set(ids);
  const take = (node: Node): string[] => {
    const below = node.children.flatMap(take);
    return wanted.has(node.id) || below.length > 0 ? [node.id, ...below] : [];
  };
  return tree.flatMap(take);
}
