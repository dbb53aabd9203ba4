import { requireFreshPassword } from "~/kit/data/access/fresh-password.server";
import { firstPasswordEnd, generatePassword, hashPassword } from "~/kit/data/access/passwords.server";
import { recordSecurityEvent } from "~/kit/data/access/security-events.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, findRecord } from "~/kit/data/db/records.server";
import { problem } from "~/kit/ground/problem";
import { lockAccess } from "~/domains/roles/queries.server";
import type { StoredUser } from "./account.server";
import type { UserRow } from "./room";
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
