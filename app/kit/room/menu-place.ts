import type { DeclaredRoom, RoomPermissions } from "./room";

export interface ScreenResource {
  resourceName: string;
  title: string;
  /** Absent: these permissions have calls but no page of their own yet. */
  path?: string;
  icon?: string;
  noCache?: boolean;
  permission: string;
  buttons: { permission: string; title: string }[];
}

export interface MenuResource {
  resourceName: string;
  title: string;
  icon: string;
  screens: ScreenResource[];
}

export function placeInMenu(
  { title, noun, url, may }: Pick<DeclaredRoom, "title" | "noun" | "url"> & { may: RoomPermissions },
  resourceName: string,
  icon: string,
  others: Record<string, string> = {},
): ScreenResource {
  const [write, remove] = makeEditButtons(may, noun);
  const buttons = Object.entries(others).map(([permission, words]) => ({ permission, title: words }));
  return { resourceName, title, path: url, icon, permission: may.read, buttons: [write!, ...buttons, remove!] };
}

export function makeEditButtons(may: { write: string; remove: string }, noun: string): ScreenResource["buttons"] {
  return [
    { permission: may.write, title: `编辑${noun}` },
    { permission: may.remove, title: `删除${noun}` },
  ];
}

export const mayPurge = "recycle.purge";
