import pg from "pg";
import type { Page } from "playwright";
import type { Visitor } from "./visitor";

/** A page with a live map. */
export interface MapPage {
  name: string;
  path: string;
  /** Puts something in the place of the server's answers. */
  prepare?: (page: Page) => Promise<unknown>;
}

const rooms = {
  depot: "/parking/parking-management",
  fence: "/electronic-fence/electronic-fence-management",
  waiting: "/electronic-fence/waiting-area",
  station: "/station/station-management",
};

/** All of them on the demo city, its longest line, and as many buses as a map takes. */
export async function mapPages(visitor: Visitor, databaseUrl: string): Promise<MapPage[]> {
  const line = `/line/line-management/${await longestLine(databaseUrl)}`;
  const [depot, fence, waiting, station] = await Promise.all(
    Object.values(rooms).map((list) => firstRecord(visitor, list)),
  );
  return [
    { name: "line", path: line },
    { name: "map editor", path: `${line}/map?direction=1` },
    { name: "station form", path: `${station}/edit` },
    { name: "new station", path: `${rooms.station}/new` },
    { name: "depot form, two maps", path: `${depot}/edit` },
    { name: "depot", path: depot! },
    { name: "fence form", path: `${fence}/edit` },
    { name: "fence", path: fence! },
    { name: "fences", path: rooms.fence },
    { name: "fences around a place", path: `${rooms.fence}/map` },
    { name: "waiting area form", path: `${waiting}/edit` },
    { name: "waiting area", path: waiting! },
    { name: "map data", path: "/map/data-down-load" },
    { name: "monitor, 2000 buses", path: "/bus/bus-monitor?still=1", prepare: manyBuses },
  ];
}

async function longestLine(databaseUrl: string): Promise<string> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ lineUuid: string }>(
      `select main_uuid as "lineUuid" from line_classify join line_version using (classify_sid) join line_station using (version_uuid) where line_station.direction = 1 group by 1 order by count(*) desc, 1 limit 1`,
    );
    return rows[0]!.lineUuid;
  } finally {
    await client.end();
  }
}

async function firstRecord(visitor: Visitor, list: string): Promise<string> {
  const html = (await visitor.visit(list)).html();
  const found = new RegExp(`href="(${list}/[\\w-]{20,})["?]`).exec(html.slice(html.indexOf("<tbody")));
  if (!found) throw new Error(`no record in ${list}`);
  return found[1]!;
}

function manyBuses(page: Page): Promise<unknown> {
  return page.route(/\/bus-monitor\/positions/, (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const side = (name: string) => Number(asked.get(name));
    const marks = Array.from({ length: 2000 }, (_, at) => ({
      key: `bus${at}`,
      label: String(10_000 + at),
      title: `${10_000 + at} 在线`,
      online: at % 5 > 0,
      lng: side("minLng") + (side("maxLng") - side("minLng")) * ((at * 0.618034) % 1),
      lat: side("minLat") + (side("maxLat") - side("minLat")) * ((at * 0.754878) % 1),
      azimuth: at % 7 > 0 ? (at * 37) % 360 : null,
    }));
    return route.fulfill({ json: { marks } });
  });
}
