/** Who acts, with which permissions and over which organisations; every query takes it first. */
export interface Viewer {
  userId: string;
  userName: string;
  userAccount: string;
  isSuper: boolean;
  userStatus: "normal" | "must-change-password" | "must-set-up-second-factor";
  orgId: string | null;
  orgScope: "all" | string[];
  permissions: ReadonlySet<string>;
  sessionId: string;
  /** When the session's password was last given, in milliseconds; nobody's session has none. */
  confirmedAt?: number;
  appCode: string | null;
  requestId: string;
  address?: string;
  reason?: string;
  /** The import, or other change of many records, on whose behalf they act. */
  batchId?: string;
  confirmed?: readonly string[];
}

/** Whether the viewer holds the permission code; a super user holds all. */
export function allows(viewer: Pick<Viewer, "isSuper" | "permissions">, code: string): boolean {
  return viewer.isSuper || viewer.permissions.has(code);
}
