import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { account, type Account, enter } from "../kit/accounts";
import type { Visitor } from "../kit/visit";
import { screenProofs } from "../spec/call";

import.meta.glob("../spec/screens/*.ts", { eager: true });

/** Screens whose main change gives somebody rights or a way in. */
const asking = ["/system/role-resource", "/system/user-role", "/device/device-management/report-tokens"];
/** Their proofs read what the tests of the calls have logged. */
const changing = [...screenProofs].filter(([path, { change }]) => change && !path.startsWith("/log/"));
let one: Account;
let person: Visitor;

beforeAll(async () => {
  one = await account({ isSuper: true });
  person = await enter(one);
});

/** The person, whose password was given a day ago; tells when a page wants it again. */
function forgetful(asked: () => void): Visitor {
  const changed = Object.create(person) as Visitor;
  changed.send = async (...sent) => {
    const confirmedAt = new Date(Date.now() - 86_400_000);
    await db().updateTable("session").set({ confirmedAt }).where("userId", "=", one.userId).execute();
    const answer = await person.send(...sent);
    if (answer.headers.get("location")?.startsWith("/confirm-password")) asked();
    return answer;
  };
  return changed;
}

describe("the password is asked for again where a change needs one given lately, and nowhere else", () => {
  it.each(changing)("on the screen %s", async (path, { change }) => {
    let isAsked = false;
    const done = change!(forgetful(() => (isAsked = true)));
    await (asking.includes(path) ? done.catch(() => undefined) : done);
    expect(isAsked).toBe(asking.includes(path));
  });
});
