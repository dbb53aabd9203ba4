import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import type { DB } from "~/kit/data/db/tables";
import { type FieldError, problem } from "~/kit/ground/problem";
import { findNewIssues } from "~/kit/room/checks.server";
import { findLost } from "~/kit/room/relations.server";
import { birthdayOf, sexOf } from "./id-card";
import { busClasses, personRoom, type PersonValues } from "./room";

/** Birthday and sex as the ID card says; of a stored person (`current`) only the rules that the changes touch. */
export async function checkPerson(
  trx: Transaction<DB>,
  viewer: Viewer,
  values: Partial<PersonValues>,
  current?: PersonValues,
): Promise<Partial<PersonValues>> {
  const whole = { ...current, ...given(values) } as PersonValues;
  const lost = await findLost(trx, viewer, personRoom, values, current);
  const faults: FieldError[] = [...lost, ...findNewIssues(personRoom, current ?? {}, values)];
  if (
    lost.every(({ path }) => path !== "postUuid") &&
    ["postUuid", "licenseNo", "licenseClass", "licenseExpire"].some((name) => name in given(values))
  )
    faults.push(...(await driverFaults(trx, whole, current)));
  if (faults.length > 0) throw problem.fields(faults);
  return whole.idCard ? { ...values, birthday: birthdayOf(whole.idCard), sex: sexOf(whole.idCard) } : values;
}

async function driverFaults(
  trx: Transaction<DB>,
  { postUuid, licenseNo, licenseClass, licenseExpire }: PersonValues,
  current?: PersonValues,
): Promise<FieldError[]> {
  const post = await sql<{
    postType: number;
    usable: boolean;
  }>`select post_type, state = 1 as usable from post where post_uuid = ${postUuid} and deleted_at is null`.execute(trx);
  const [found] = post.rows;
  if (!found || (!found.usable && postUuid !== current?.postUuid))
    return [{ path: "postUuid", message: "岗位不存在或已停用，请重新选择" }];
  if (found.postType !== driverPost) return [];
  return [
    !licenseNo && { path: "licenseNo", message: "驾驶员岗位请填写驾驶证号" },
    !licenseClass && { path: "licenseClass", message: "驾驶员岗位请选择准驾车型" },
    licenseClass &&
      !busClasses.includes(licenseClass) && {
        path: "licenseClass",
        message: `公交驾驶员的准驾车型应为 ${busClasses.join(" 或 ")}`,
      },
    !licenseExpire && { path: "licenseExpire", message: "驾驶员岗位请填写驾驶证有效期" },
  ].filter((fault) => typeof fault === "object" && fault !== null);
}

const driverPost = 1;

const given = (values: Partial<PersonValues>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
