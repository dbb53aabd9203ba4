import { requireFreshPassword } from "~/kit/data/access/fresh-password.server";
import { firstPasswordEnd, generatePassword, hashPassword } from "~/kit/data/access/passwords.server";
import { recordSecurityEvent } from "~/kit/data/access/security-events.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, findRecord } from "~/kit/data/db/records.server";
import { problem } from "~/kit/ground/problem";
import { giveableRoles, lockAccess, setRoleAuth } from "~/domains/roles/queries.server";
import type { StoredUser } from "./account.server";
import { type UserRow, userRoom } from "./room";
import type { UserValues } from "./schema";
import { findUser, userSource } from "./source.server";
import { requireFreePerson, requireOwnOrganisation } from "./belonging.server";

/** Creates a user and answers the password to hand over, which nobody can read again and which must be changed at the first login. */
export async function createUser(viewer: Viewer, values: UserValues): Promise<UserRow & { password: string | null }> {
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const made = await addUser(viewer, values, { passwordHash, firstPasswordEndsAt: firstPasswordEnd() });
  return { ...made.user, password: made.known ? null : password };
}

export async function createUserWithRoles(
  viewer: Viewer,
  values: UserValues,
  roleIds: readonly string[],
): Promise<UserRow & { password: string | null }> {
  if (roleIds.length === 0) return createUser(viewer, values);
  if (!allows(viewer, userRoom.may.authorise)) throw problem.forbidden();
  const giveable = new Set((await giveableRoles(viewer)).map(({ value }) => value));
  if (!roleIds.every((key) => giveable.has(key)))
    throw problem.field("roleIds", "其中有已停用、已删除或超出您自己权限的角色，请重新选择");
  requireFreshPassword(viewer);
  const user = await createUser(viewer, values);
  await setRoleAuth(viewer, { userId: user.userId, roleIds: [...new Set(roleIds)] });
  return { ...(await findUser(viewer, user.userId))!, password: user.password };
}

let nobodysHash: Promise<string> | undefined;

/** Creates a user who cannot log in until somebody who may resets the password: that of a new user in a file would have to be told to the one who sent it. */
export async function createUserWithoutPassword(viewer: Viewer, values: UserValues): Promise<UserRow> {
  nobodysHash ??= hashPassword(generatePassword());
  const first = { passwordHash: await nobodysHash, firstPasswordEndsAt: new Date() };
  return (await addUser(viewer, values, first)).user;
}

async function addUser(
  viewer: Viewer,
  values: UserValues,
  first: { passwordHash: string; firstPasswordEndsAt: Date | null },
): Promise<{ user: UserRow; known: boolean }> {
  const made = await inTransaction(async (trx) => {
    await lockAccess(trx);
    const known = values.userId ? await findRecord<StoredUser>(trx, userSource.kept, values.userId) : undefined;
    if (known) return { userId: known.userId, known: true };
    if (values.isSuper && !viewer.isSuper) throw problem.field("isSuper", "只有超级用户能设置超级用户");
    if (values.isSuper) requireFreshPassword(viewer);
    await requireOwnOrganisation(trx, viewer, values.orgId ?? null);
    await requireFreePerson(trx, viewer, values.personUuid ?? null);
    const once = { ...first, passwordOnce: true, userStatus: "must-change-password" };
    const { userId } = await createRecord<StoredUser>(trx, viewer, userSource.kept, { ...values, ...once });
    await recordSecurityEvent(trx, viewer, "account-changed", `新增 ${values.userAccount}`);
    return { userId, known: false };
  });
  const user = await findUser(viewer, made.userId);
  if (!user) throw problem.missing("用户");
  return { user, known: made.known };
}
