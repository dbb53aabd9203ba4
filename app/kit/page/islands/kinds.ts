import type { ComponentType } from "react";
import type { PlainIsland } from "./mount-plain";

/** Makes an island's element come alive; an error brings its fallback back. */
export type MountIsland = (element: HTMLElement, onError: (error: unknown) => void) => void;

export const inReact = (load: () => Promise<{ default: ComponentType<never> }>) => async (): Promise<MountIsland> => {
  const [{ mountIsland }, module] = await Promise.all([import("./mount"), load()]);
  return (element, onError) => mountIsland(element, module.default, onError);
};

/** An island that does without React, which takes a slow computer longer than the rest of a map's frame. */
export const inPlain = (load: () => Promise<{ default: PlainIsland<never> }>) => async (): Promise<MountIsland> => {
  const [{ mountPlain }, module] = await Promise.all([import("./mount-plain"), load()]);
  return (element, onError) => mountPlain(element, module.default, onError);
};
