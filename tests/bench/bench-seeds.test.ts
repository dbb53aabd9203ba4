import { expect, it } from "vitest";
import { placeKeys } from "~/kit/data/search/search-keys";
import { visitorWith } from "../kit/accounts";
import { countParts } from "./full-menu";
import { seedBuses } from "./seed-buses";
import { seedFleet } from "./seed-fleet";
import { seedStations } from "./seed-many";

it("what benches fill the database with is found and sorted as what people write", async () => {
  await seedStations(2_000);
  await seedFleet({ buses: 40, devices: 50, persons: 320, fences: 60 });
  await seedBuses(300);
  const who = await visitorWith("station.read", "bus.read", "person.read", "fence.read");
  const linksOn = async (path: string) => {
    const { $, url } = await who.get(path);
    const links = `main tbody a[href^="${url.split("?")[0]}/"]`;
    return $(links)
      .map((_, link) => $(link).text())
      .get();
  };
  expect(await linksOn("/bus/bus-management?keyword=N0000299")).toContain("N0000299");
  expect(await linksOn("/personnel/personnel-management?keyword=zhaojianguo")).toContain("P000300");
  expect(await linksOn("/electronic-fence/electronic-fence-management?keyword=pinganlu")).toContain("F000050");
  expect(countParts((await who.get("/station/station-management")).html)).toMatchObject({ tabs: 5, rows: 50 });
  const { $ } = await who.get("/station/station-management?keyword=yuanlu&sort=staName");
  const texts = (row: Parameters<typeof $>[0]) =>
    $("td", row)
      .get()
      .map((cell) => $(cell).text().trim());
  const names = $("main tbody tr")
    .get()
    .map((row) => texts(row).find((text) => /^\p{Script=Han}/u.test(text)) ?? "");
  const orders = names.map((name) => placeKeys(name).nameOrder);
  expect(orders.length).toBeGreaterThan(5);
  expect(orders).toEqual([...orders].sort());
});
