import type { ComponentType } from "react";

type IslandModule = { default: ComponentType<never> };

/** Every island by name; the browser fetches one only when a page carries it. */
export const islands = {
  chart: () => import("./kernel/charts/chart.island"),
} satisfies Record<string, () => Promise<IslandModule>>;

export type IslandName = keyof typeof islands;
