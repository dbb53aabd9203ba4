import type { Viewer } from "~/kit/data/access/viewer";

/** A viewer as a job's data keeps them: what they were allowed when they asked. */
export type ActingViewer = Omit<Viewer, "permissions"> & { permissions: string[] };

export const toActing = (viewer: Viewer): ActingViewer => ({ ...viewer, permissions: [...viewer.permissions] });
export const fromActing = (acting: ActingViewer): Viewer => ({ ...acting, permissions: new Set(acting.permissions) });
