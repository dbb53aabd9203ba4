import { digest } from "~/kit/data/access/encrypt.server";
import { hashPassword } from "~/kit/data/access/passwords.server";
import { openSession } from "~/kit/data/access/session.server";
import { db, newKey } from "~/kit/data/db/pool.server";
import { searchKeys } from "~/kit/data/search/search-keys";
import { passwords } from "./database";
import { Visitor, visitor } from "./visit";

export interface Reach {
  permissions?: string[];
  dataScope?: "all" | "own" | "own-below" | "chosen";
  orgId?: string;
  /** For data scope `chosen`. */
  orgIds?: string[];
  isSuper?: boolean;
  userStatus?: "normal" | "disabled" | "locked" | "must-change-password";
  /** Ends its account, its name and that of its role, so that pages can be compared. */
  called?: string;
}

export interface Account {
  userId: string;
  userAccount: string;
  userName: string;
  roleId: string;
  password: string;
}

/** Of every account that `account` makes. */
export const testPassword = "Shi-Zhan-Lu-7719";
let hash: Promise<string> | undefined;

/** Makes an account whose one role holds exactly these permissions. */
export async function account(reach: Reach = {}): Promise<Account> {
  const { permissions = [], dataScope = "all", orgId, orgIds = [], isSuper = false, userStatus = "normal" } = reach;
  const [userId, roleId] = [newKey(), newKey()];
  const userAccount = `t${reach.called ?? userId.slice(-12)}`;
  const userName = `测试${reach.called ?? userId.slice(-4)}`;
  const by = { createdBy: "test", updatedBy: "test" };
  await db()
    .insertInto("role")
    .values({ roleId, roleName: `测试角色${reach.called ?? roleId}`, dataScope, orgIds, ...by })
    .execute();
  await db()
    .insertInto("appUser")
    .values({
      userId,
      userAccount,
      userName,
      passwordHash: await (hash ??= hashPassword(testPassword)),
      isSuper,
      userStatus,
      orgId: orgId ?? null,
      ...searchKeys(userName, userAccount),
      ...by,
    })
    .execute();
  await db().insertInto("userRole").values({ userId, roleId }).execute();
  await grant(roleId, permissions);
  return { userId, userAccount, userName, roleId, password: testPassword };
}

/** Gives a role the resources of these permissions and takes all others away. */
export async function grant(roleId: string, permissions: string[]): Promise<void> {
  await db().deleteFrom("roleResource").where("roleId", "=", roleId).execute();
  if (permissions.length === 0) return;
  const resources = await db()
    .selectFrom("resource")
    .select(["resourceId", "permissionCode"])
    .where("permissionCode", "in", permissions)
    .where("deletedAt", "is", null)
    .execute();
  const missing = permissions.filter((code) => !resources.some((resource) => resource.permissionCode === code));
  if (missing.length > 0) throw new Error(`no resource gives ${missing.join(", ")}`);
  await db()
    .insertInto("roleResource")
    .values(resources.map(({ resourceId }) => ({ roleId, resourceId })))
    .execute();
}

/** A visitor with a live session of an account, without going through the login page. */
export async function enter({ userId }: Pick<Account, "userId">): Promise<Visitor> {
  const person = visitor();
  const { token } = await openSession(db(), { userId, address: person.address, userAgent: "test" });
  await person.get(`/login?token=${token}`);
  if (person.token !== token) throw new Error("the token was not taken");
  return person;
}

/** A visitor who gave their password so many minutes ago: eleven are too many for dangerous changes. */
export async function enteredBefore(who: Pick<Account, "userId">, minutes = 11): Promise<Visitor> {
  const person = await enter(who);
  await db()
    .updateTable("session")
    .set({ confirmedAt: new Date(Date.now() - minutes * 60_000) })
    .where("tokenHash", "=", digest(person.token!))
    .execute();
  return person;
}

/** A visitor who holds exactly these permissions. */
export async function visitorWith(...permissions: string[]): Promise<Visitor> {
  return enter(await account({ permissions }));
}

/** A visitor signed in as one of the demo city's people: admin, planner, clerk, viewer, station, nobody. */
export async function demoVisitor(userAccount: string): Promise<Visitor> {
  const { userId } = await db()
    .selectFrom("appUser")
    .select("userId")
    .where("userAccount", "=", userAccount)
    .executeTakeFirstOrThrow();
  return enter({ userId });
}

export { passwords };
