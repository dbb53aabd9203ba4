import { expect, it } from "vitest";
import { lineWithDraft, someStations } from "~/domains/line-versions/line.sample";
import { demoVisitor } from "../../../tests/kit/accounts";

it("copies the other direction by the opposites that stations name, and shows them on the line", async () => {
  const person = await demoVisitor("admin");
  const stations = await someStations(3);
  const across = { staSelfCode: "ACROSS-1", staName: "改了名的对面站", lng: 116.38, lat: 39.87 };
  const confirmed = ["opposite-far", "opposite-taken"];
  const oppositeSta = stations[0]!.staUuid;
  const { data, message } = await person.call<{ staUuid: string } | null>("/api/sta/v1.0/add", {
    ...across,
    oppositeSta,
    confirmed,
  });
  expect([message, data]).toEqual([expect.anything(), expect.objectContaining(across)]);
  const { lineUuid } = await lineWithDraft(stations);
  const copied = await (
    await person.get(`/line/line-management/${lineUuid}/stations?direction=2`)
  ).submit({}, { press: "从上行复制" });
  expect(copied.field("rows[2].staUuid")).toBe(data!.staUuid);
  const page = await person.get(`/line/line-management/${lineUuid}`);
  expect(page.$(`main tbody a[href="/station/station-management/${data!.staUuid}"]`).text()).toBe("ACROSS-1");
});
