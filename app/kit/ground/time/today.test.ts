import { expect, it } from "vitest";
import { today } from "./today.server";

it("is the day where the operator is, which begins before that of UTC", () => {
  const at = (time: string) => today(new Date(`2026-05-01T${time}Z`));
  expect([at("00:00:00"), at("15:59:59"), at("16:00:00")]).toEqual(["2026-05-01", "2026-05-01", "2026-05-02"]);
});
