import type { FlatLine } from "~/transit/geo/simplify";

/** Relative whole numbers of 1/`scale` pixel; the path must start at its element's origin: its first move is too. */
export function pathData(lines: readonly FlatLine[], scale: number): string {
  let data = "";
  let [penX, penY] = [0, 0];
  for (const line of lines) {
    let steps = "";
    let [x, y] = [Math.round(line[0]! * scale), Math.round(line[1]! * scale)];
    const move = pair(x - penX, y - penY, "");
    for (let i = 2; i + 1 < line.length; i += 2) {
      const [dx, dy] = [Math.round(line[i]! * scale) - x, Math.round(line[i + 1]! * scale) - y];
      if (dx === 0 && dy === 0) continue;
      steps += pair(dx, dy, steps === "" ? "" : " ");
      x += dx;
      y += dy;
    }
    if (steps === "") continue;
    data += `m${move}l${steps}`;
    [penX, penY] = [x, y];
  }
  return data;
}

function pair(dx: number, dy: number, gap: string): string {
  return `${dx < 0 ? "" : gap}${dx}${dy < 0 ? "" : " "}${dy}`;
}
