/** The longest common run of two lists, as pairs of places from 0, and what is left of either side. What both begin and end with is set aside first: most changes are small. */
export function alignLists(
  before: readonly string[],
  after: readonly string[],
): { kept: [number, number][]; removed: number[]; added: number[] } {
  const same = (i: number, j: number) => before[i] === after[j];
  let [start, n, m] = [0, before.length, after.length];
  while (start < n && start < m && same(start, start)) start++;
  while (n > start && m > start && same(n - 1, m - 1)) [n, m] = [n - 1, m - 1];
  const longest = Array.from({ length: n - start + 1 }, () => new Uint16Array(m - start + 1));
  const at = (i: number, j: number) => longest[i - start]![j - start]!;
  for (let i = n - 1; i >= start; i--)
    for (let j = m - 1; j >= start; j--)
      longest[i - start]![j - start] = same(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const kept = Array.from({ length: start }, (_, place): [number, number] => [place, place]);
  const result = { kept, removed: [] as number[], added: [] as number[] };
  let [i, j] = [start, start];
  while (i < n || j < m) {
    if (i < n && j < m && same(i, j)) kept.push([i++, j++]);
    else if (j >= m || (i < n && at(i + 1, j) >= at(i, j + 1))) result.removed.push(i++);
    else result.added.push(j++);
  }
  for (; i < before.length; i++, j++) kept.push([i, j]);
  return result;
}
