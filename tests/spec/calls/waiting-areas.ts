import { expect } from "vitest";
import { fleetNames } from "~/seed/demo-fleet";
import type { Visitor } from "../../kit/visit";
import { builtCall } from "../call";
import { fencesFound } from "./fences";

interface Area {
  waitUuid: string;
  waitName: string;
  fenceUuid: string;
  lineUuids: string[];
  lineNames: string[];
  coords: [number, number][] | null;
  geojson: { type: string } | null;
  capacity: number | null;
  version: number;
}

const path = (name: string) => `/api/fence/v1.0/waitingArea/${name}`;
const list = async (person: Visitor, filters: object) => (await person.call<Area[]>(path("list"), filters)).data;
const inside = [
  [116.4322, 39.8732],
  [116.4332, 39.8732],
  [116.4332, 39.8738],
];
const beyond = [
  [116.4322, 39.8732],
  [116.44, 39.8732],
  [116.4332, 39.8738],
];
let made = 0;
async function whole(person: Visitor) {
  const [fence] = await fencesFound(person, { keyword: fleetNames.fences.depot });
  return { fenceUuid: fence!.fenceUuid, waitName: `接口待车区${++made}`, coords: inside, capacity: 6 };
}
const newArea = async (person: Visitor) => (await person.call<Area>(path("add"), await whole(person))).data;

builtCall(path("list"), {
  async success(person) {
    const [demo] = await list(person, { keyword: "cddcq" });
    expect(demo).toMatchObject({ waitName: fleetNames.waitingArea, capacity: 8, geojson: { type: "Polygon" } });
    expect([demo!.coords!.length, demo!.lineNames.length]).toEqual([4, 2]);
    expect((await list(person, { lineUuid: demo!.lineUuids[0] })).map((row) => row.waitName)).toContain(
      fleetNames.waitingArea,
    );
    expect(await list(person, { fenceUuid: demo!.fenceUuid, direction: 2, keyword: fleetNames.waitingArea })).toEqual(
      [],
    );
  },
  bad: { body: { keyword: "长".repeat(65) }, path: "keyword", message: "最多 64 个字" },
});
builtCall(path("update"), {
  async success(person) {
    const { waitUuid, waitName } = await newArea(person);
    const { data: changed } = await person.call<Area>(path("update"), { waitUuid, waitName: `${waitName}改` });
    expect(changed).toMatchObject({ waitUuid, waitName: `${waitName}改`, coords: inside, capacity: 6, version: 2 });
    expect((await person.get(`/electronic-fence/waiting-area/${waitUuid}`)).text).toContain(`${waitName}改`);
    const before = (await list(person, {})).length;
    const fresh = await whole(person);
    expect((await person.call(path("update"), fresh)).errors).toMatchObject([{ path: "waitUuid" }]);
    expect(await person.call(path("update"), { ...fresh, waitUuid: "0".repeat(32) })).toMatchObject({
      code: 400,
      reason: "missing",
    });
    expect(await list(person, {})).toHaveLength(before);
  },
  bad: {
    body: async (person: Visitor) => ({ waitUuid: (await newArea(person)).waitUuid, coords: beyond }),
    path: "coords",
    message: /超出围栏“城东停车场围栏” \d+ 米/,
  },
});
builtCall(path("updateInfo"), {
  async success(person) {
    const { waitUuid, version } = await newArea(person);
    expect((await person.call<Area>(path("updateInfo"), { waitUuid, capacity: 9, direction: 1 })).data).toMatchObject({
      capacity: 9,
      direction: 1,
      coords: inside,
      version: version + 1,
    });
    expect(await person.call(path("updateInfo"), { waitUuid, capacity: 1, version })).toMatchObject({
      code: 400,
      reason: "stale",
    });
  },
  bad: {
    body: async (person: Visitor) => ({ waitUuid: (await newArea(person)).waitUuid, capacity: 101 }),
    path: "capacity",
    message: "1 到 100",
  },
});
builtCall(path("updateDraw"), {
  async success(person) {
    const { waitUuid } = await newArea(person);
    const smaller = [...inside.slice(0, 2), [116.433, 39.8736]];
    expect((await person.call<Area>(path("updateDraw"), { waitUuid, coords: smaller })).data).toMatchObject({
      coords: smaller,
      capacity: 6,
    });
    expect((await person.get(`/electronic-fence/waiting-area/${waitUuid}`)).text).toContain("3 个点");
    expect((await person.call<Area>(path("updateDraw"), { waitUuid, coords: null })).data).toMatchObject({
      coords: null,
      geojson: null,
    });
  },
  bad: {
    body: async (person: Visitor) => ({ waitUuid: (await newArea(person)).waitUuid, coords: inside.slice(0, 2) }),
    path: "coords",
    message: "至少要 3 个顶点",
  },
});
