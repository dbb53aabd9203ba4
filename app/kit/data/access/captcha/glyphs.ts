export type Point = readonly [x: number, y: number];
export type Stroke = readonly Point[];

/** Part of an ellipse, from one angle to another in degrees; 0 points right, 90 down. */
function arc([x, y]: Point, [rx, ry]: Point, from: number, to: number): Point[] {
  const steps = Math.ceil(Math.abs(to - from) / 20);
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180;
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)] as const;
  });
}

/** The characters of captchas as strokes in a square from 0,0 to 1,1; none that people take for another. */
export const glyphs: Record<string, readonly Stroke[]> = {
  A: [
    [
      [0, 1],
      [0.5, 0],
      [1, 1],
    ],
    [
      [0.18, 0.64],
      [0.82, 0.64],
    ],
  ],
  C: [arc([0.55, 0.5], [0.52, 0.5], -45, -315)],
  D: [[[0, 1], [0, 0], ...arc([0.35, 0.5], [0.6, 0.5], -90, 90), [0, 1]]],
  E: [
    [
      [0.9, 0],
      [0.05, 0],
      [0.05, 1],
      [0.95, 1],
    ],
    [
      [0.05, 0.5],
      [0.75, 0.5],
    ],
  ],
  H: [
    [
      [0.03, 0],
      [0.03, 1],
    ],
    [
      [0.97, 0],
      [0.97, 1],
    ],
    [
      [0.03, 0.5],
      [0.97, 0.5],
    ],
  ],
  J: [
    [[0.75, 0], [0.75, 0.65], ...arc([0.38, 0.65], [0.37, 0.35], 0, 160)],
    [
      [0.4, 0],
      [1, 0],
    ],
  ],
  K: [
    [
      [0.05, 0],
      [0.05, 1],
    ],
    [
      [0.92, 0],
      [0.05, 0.58],
    ],
    [
      [0.35, 0.4],
      [0.98, 1],
    ],
  ],
  M: [
    [
      [0, 1],
      [0.06, 0],
      [0.5, 0.72],
      [0.94, 0],
      [1, 1],
    ],
  ],
  P: [[[0.05, 1], [0.05, 0], ...arc([0.5, 0.27], [0.45, 0.27], -90, 90), [0.05, 0.54]]],
  T: [
    [
      [0, 0],
      [1, 0],
    ],
    [
      [0.5, 0],
      [0.5, 1],
    ],
  ],
  W: [
    [
      [0, 0],
      [0.24, 1],
      [0.5, 0.25],
      [0.76, 1],
      [1, 0],
    ],
  ],
  X: [
    [
      [0, 0],
      [1, 1],
    ],
    [
      [1, 0],
      [0, 1],
    ],
  ],
  Y: [
    [
      [0, 0],
      [0.5, 0.5],
      [1, 0],
    ],
    [
      [0.5, 0.5],
      [0.5, 1],
    ],
  ],
  3: [[...arc([0.45, 0.25], [0.42, 0.25], -160, 90), ...arc([0.45, 0.74], [0.5, 0.26], -90, 160)]],
  6: [[...arc([0.85, 0.6], [0.8, 0.6], -80, -180), ...arc([0.5, 0.68], [0.45, 0.32], -180, -540)]],
  9: [[...arc([0.15, 0.4], [0.8, 0.6], 100, 0), ...arc([0.5, 0.32], [0.45, 0.32], 0, -360)]],
};
