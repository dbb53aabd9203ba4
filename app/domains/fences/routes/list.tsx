import { useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/kit/room/organisation-choices.server";
import { mapAround } from "~/domains/roads/queries.server";
import { page } from "~/kit/page/http/page.server";
import { boxOfShapes } from "~/transit/geo/shape-geometry";
import { ShapesMap } from "~/kit/page/map/shapes-map";
import { recordUrl } from "~/kit/room/room";
import { sheetOffer } from "~/kit/room/sheets/sheet-registry";
import { ListScreen, screen } from "~/kit/page/screens";
import { queryOf } from "~/kit/page/tables/hrefs";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { readState } from "~/kit/page/tables/state";
import styles from "../fences.module.css";
import { shapesOf } from "../place";
import { listFences } from "../queries.server";
import { fenceRoom } from "../room";
import { fenceTable } from "../table";
import { pointAsked, wholePoint } from "../whole-point";

export const handle = screen({ title: fenceRoom.title });

export const loader = page(fenceRoom.may.read, async (call) => {
  const state = wholePoint(readState(fenceTable, call.url));
  const list = await listPage(call, fenceRoom.may, fenceTable, listFences, state);
  const shapes = shapesOf(list.rows.value, (row) => recordUrl(fenceRoom, row));
  const [orgs, around] = await Promise.all([
    organisationChoices(call.viewer),
    mapAround(call.viewer, boxOfShapes(shapes)),
  ]);
  return { list: { ...list, sheet: sheetOffer(call.viewer, fenceRoom.url) }, orgs, shapes, around };
});

export default function Fences() {
  const { list, orgs, shapes, around } = useLoaderData<typeof loader>();
  const marker = pointAsked(list.state);
  const query = queryOf(fenceTable, list.state);
  return (
    <ListScreen
      room={fenceRoom}
      table={fenceTable}
      {...list}
      choices={{ orgId: orgs }}
      actions={
        <a className="button" href={`${fenceRoom.url}/map${query && `?${query}`}`}>
          围栏地图
        </a>
      }
      emptyText="还没有电子围栏：新增后可在地图上画出圆形、矩形、多边形或走廊，并设置禁入、限速等规则。"
    >
      {shapes.length > 0 && (
        <details className={styles.map} open>
          <summary>本页 {shapes.length} 个围栏的位置</summary>
          <ShapesMap title="本页围栏的位置" {...around} shapes={shapes} marker={marker} height={260} />
        </details>
      )}
    </ListScreen>
  );
}
