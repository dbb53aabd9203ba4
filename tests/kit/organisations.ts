import { db } from "~/kit/data/db/pool.server";

const find = () => db().selectFrom("organisation").select("orgId");

/** The key of the organisation with this name. */
export const orgNamed = async (orgName: string): Promise<string> =>
  (await find().where("orgName", "=", orgName).executeTakeFirstOrThrow()).orgId;

/** The key of the organisation with this code. */
export const orgCoded = async (orgCode: string): Promise<string> =>
  (await find().where("orgCode", "=", orgCode).executeTakeFirstOrThrow()).orgId;

/** The key of the first living organisation by its code. */
export const firstOrg = async (): Promise<string> =>
  (await find().where("deletedAt", "is", null).orderBy("orgCode").executeTakeFirstOrThrow()).orgId;
