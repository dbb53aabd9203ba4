import { expect, it } from "vitest";
import { db } from "~/kernel/db/pool.server";
import { visitorWith } from "../../../tests/accounts";
import { seededParameters } from "./seed";

it("operations parameters are answered by spCode, those of the system are not", async () => {
  const person = await visitorWith();
  const ops = seededParameters.filter((one) => one.scope === "ops");
  const codes = ops.map((one) => one.paramName);
  const { data } = await person.call<{ spCode: string; spValue: string }[]>("/api/base-sys-param-info/getList", { spCode: [...codes, "city_coord", "nothing"] });
  expect(data).toEqual(ops.map(({ paramName, paramValue }) => ({ spCode: paramName, spValue: paramValue })));
});

it("a parameter that was deleted is not answered", async () => {
  const person = await visitorWith();
  const ask = async () => (await person.call("/api/base-sys-param-info/getList", { spCode: "D010" })).data;
  await db().updateTable("parameter").set({ deletedAt: new Date() }).where("paramName", "=", "D010").execute();
  expect(await ask()).toEqual([]);
  await db().updateTable("parameter").set({ deletedAt: null }).where("paramName", "=", "D010").execute();
  expect(await ask()).toEqual([{ spCode: "D010", spValue: "0" }]);
});
