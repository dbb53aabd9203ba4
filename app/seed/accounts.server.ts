import type { Transaction } from "kysely";
import { generatePassword, hashPassword } from "~/kit/data/access/passwords.server";
import { newKey } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { searchKeys } from "~/kit/data/search/search-keys";

export interface SeededAccount {
  userAccount: string;
  userName: string;
  isSuper?: boolean;
  orgId?: string;
  roleIds?: string[];
  password?: string;
  /** A password that is made up opens nothing but its own change. */
  once?: boolean;
}

/** Makes an account and answers the line that tells its password, once; an account that is there is left alone. */
export async function seedAccount(trx: Transaction<DB>, account: SeededAccount): Promise<string | undefined> {
  const there = await trx
    .selectFrom("appUser")
    .select("userId")
    .where("userAccount", "=", account.userAccount)
    .executeTakeFirst();
  if (there) return undefined;
  const userId = newKey();
  const password = account.password ?? generatePassword();
  const once = account.once && !account.password && { passwordOnce: true, userStatus: "must-change-password" };
  await trx
    .insertInto("appUser")
    .values({
      userId,
      userAccount: account.userAccount,
      userName: account.userName,
      ...searchKeys(account.userName, account.userAccount),
      passwordHash: await hashPassword(password),
      isSuper: account.isSuper ?? false,
      ...once,
      orgId: account.orgId ?? null,
      createdBy: "system",
      updatedBy: "system",
    })
    .execute();
  for (const roleId of account.roleIds ?? []) await trx.insertInto("userRole").values({ userId, roleId }).execute();
  return account.password
    ? `账号 ${account.userAccount}（${account.userName}）：密码由设置给出`
    : `账号 ${account.userAccount}（${account.userName}）：密码 ${password}`;
}
