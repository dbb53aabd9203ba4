import { expect, it } from "vitest";
import { parameterNamesOfPages, readParameters, takingParametersAlong } from "./parameters.server";
import { inTransaction, joinTransaction } from "./pool.server";

const names = ["direction.reverse", "S013"];

it("parameters are taken from what was read along, as far as they were looked for, but not in a transaction or of one scope", async () => {
  const stored = await readParameters(names);
  expect(Object.keys(stored)).toContain("direction.reverse");
  const values = { "direction.reverse": "along" };
  const within = (looked: string[], work: () => Promise<unknown>) =>
    takingParametersAlong(() => Promise.resolve({ names: looked, values }), work);

  expect(await within(names, () => readParameters(names))).toEqual(values);
  expect(await within(["direction.reverse"], () => readParameters(names))).toEqual(stored);
  expect(await within(names, () => readParameters(names, "sys"))).toEqual(await readParameters(names, "sys"));
  const inside = within(names, () => inTransaction((trx) => joinTransaction(trx, () => readParameters(names))));
  expect(await inside).toEqual(stored);
  expect(parameterNamesOfPages()).toEqual(expect.arrayContaining(names));
});
