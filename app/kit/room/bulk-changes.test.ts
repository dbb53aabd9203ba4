import { expect, it } from "vitest";
import { z } from "zod";
import { oneOf, text } from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";
import { readChanges } from "./bulk-changes";

const edit = changesOf(
  z.object({ state: oneOf([{ value: 0 }, { value: 10 }]), isShare: z.boolean(), remark: text(255).nullish() }),
);

function ticked(...names: string[]): FormData {
  const form = new FormData();
  for (const name of names) form.append("change", name);
  return form;
}

it("a field that is ticked and left empty is cleared where it may be empty, and asked for where it may not", async () => {
  expect(await readChanges(ticked("isShare", "remark"), edit)).toMatchObject({
    status: "success",
    value: { isShare: false, remark: null },
  });
  expect(await readChanges(ticked("state"), edit)).toMatchObject({
    status: "error",
    reply: { error: { state: ["请填写新的值"] } },
  });
});
