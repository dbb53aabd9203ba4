import { beforeAll, describe, expect, it } from "vitest";
import { apiCalls } from "~/calls/calls.server";
import { db } from "~/kit/data/db/pool.server";
import { account, type Account, enter } from "../kit/accounts";
import type { Visitor } from "../kit/visit";
import { callProofs } from "../spec/call";

import.meta.glob("../spec/calls/*.ts", { eager: true });

/** Calls that give somebody rights, or take a way in. */
const asking = [
  "role/v1.0/setUserAuth",
  "role/v1.0/setResourceAuth",
  "user/v1.0/setRoleAuth",
  "user/v1.0/resetPassword",
];
let one: Account;
let person: Visitor;

beforeAll(async () => {
  one = await account({ isSuper: true });
  person = await enter(one);
});

const confirm = (confirmedAt: Date) =>
  db().updateTable("session").set({ confirmedAt }).where("userId", "=", one.userId).execute();

/** The person, whose password was given a day ago whenever this call is made, and again once the call has asked for it. */
function forgetful(path: string, asked: () => void): Visitor {
  const changed = Object.create(person) as Visitor;
  changed.call = async <T>(called: string, body?: unknown, method?: "GET" | "POST") => {
    if (called !== path) return person.call<T>(called, body, method);
    await confirm(new Date(Date.now() - 86_400_000));
    const answer = await person.call<T>(called, body, method);
    await confirm(new Date());
    if (answer.success || !answer.message.includes("分钟内输入过密码")) return answer;
    asked();
    return person.call<T>(called, body, method);
  };
  return changed;
}

describe("the password is asked for again where a change needs one given lately, and nowhere else", () => {
  const changing = [...callProofs.keys()].filter((path) => !/\.read$|^public$/.test(apiCalls.get(path)!.permission));
  it.each(changing)("by the call %s", async (path) => {
    let isAsked = false;
    await callProofs.get(path)!.success(forgetful(path, () => (isAsked = true)));
    expect(isAsked).toBe(asking.includes(path.replace("/api/", "")));
  });
});
