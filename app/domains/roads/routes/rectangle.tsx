import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { operatorMap } from "~/kit/page/map/operator-map.server";
import { allows } from "~/kit/data/access/viewer";
import { Chart } from "~/kit/page/charts/chart";
import type { ChartOption } from "~/kit/page/charts/parts";
import { Fields } from "~/kit/page/forms/form-parts";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { BoxField } from "~/kit/page/map/box-field";
import { growBox } from "~/transit/geo/coordinates";
import { Facts, Heading, screen, Section } from "~/kit/page/screens";
import { showFile } from "~/kit/page/import-flow/shown-file.server";
import { settings } from "~/kit/ground/settings.server";
import { PlainTable } from "~/kit/page/tables/plain-table";
import { formatTime } from "~/kit/ground/time/format-time";
import { foundRoads } from "../found-roads.server";
import { listImports } from "../imports.server";
import { may } from "../policy";
import { roadNetwork, roadsForMap } from "../queries.server";
import styles from "../roads.module.css";
import { RoadRectangle } from "../schema";
import { importTable, roadTable } from "../tables";
import { downloadUrl, importsUrl } from "../urls";

export const handle = screen({ title: "地图数据下载" });

export const loader = page(may.read, async ({ viewer, url }) => {
  const [map, network, imports, { reply, found }] = await Promise.all([
    operatorMap(),
    roadNetwork(),
    listImports(viewer),
    foundRoads(viewer, url),
  ]);
  const [lng, lat] = map.centre;
  const start = growBox({ minLng: lng, minLat: lat, maxLng: lng, maxLat: lat }, 1000);
  const loaded = {
    map,
    network: { edges: network.edges, updated: formatTime(network.updatedAt, settings().OPERATOR_TIME_ZONE) },
    reply,
    found,
    start,
    around: found ? found.drawn : await roadsForMap(viewer, growBox(start, 1500)),
    imports: imports.map(showFile),
    mayImport: allows(viewer, may.import),
  };
  return data(loaded, { status: reply?.status === "error" ? 422 : 200 });
});

export default function MapDataDownload() {
  const { map, network, reply, found, start, around, imports, mayImport } = useLoaderData<typeof loader>();
  const [form, fields] = useRoomForm(RoadRectangle, reply, rounded(start));
  return (
    <>
      <Heading
        note={
          network.edges > 0
            ? `按矩形查找并下载道路，或导入地图文件；已有道路 ${network.edges.toLocaleString("en")} 段，更新于 ${network.updated}`
            : "还没有道路数据，请先导入地图"
        }
      >
        {mayImport && (
          <a className="button primary" href={importsUrl}>
            导入地图数据
          </a>
        )}
      </Heading>
      <Section title="按矩形查找道路">
        <form method="get" id={form.id}>
          {Object.values(form.allErrors).length > 0 && (
            <p role="alert" className="notice bad">
              {[...new Set(Object.values(form.allErrors).flat())].join("；")}
            </p>
          )}
          <Fields>
            <BoxField
              minLng={fields.minLng}
              minLat={fields.minLat}
              maxLng={fields.maxLng}
              maxLat={fields.maxLat}
              settings={map}
              roads={around}
            />
          </Fields>
          <p className={styles.actions}>
            <button className="button primary">查找</button>
          </p>
        </form>
      </Section>
      {found && (
        <Section
          title={`查到道路 ${found.count.toLocaleString("en")} 段`}
          actions={
            found.count > 0 && (
              <span className={styles.downloads}>
                <a className="button small" href={downloadUrl(found.box, "geojson")} download>
                  下载 GeoJSON
                </a>
                <a className="button small" href={downloadUrl(found.box, "osm")} download>
                  下载 OSM XML
                </a>
              </span>
            )
          }
        >
          <Facts
            facts={[
              { label: "总长度", value: `${found.kilometres} 公里` },
              ...found.classes.map(({ name, count, kilometres }) => ({
                label: name,
                value: `${count} 段，${kilometres} 公里`,
              })),
            ]}
          />
          {found.classes.length > 1 && (
            <Chart
              label="各等级道路的长度（公里）"
              option={found.chart.option as ChartOption}
              svg={found.chart.svg}
              height={found.chart.height}
            />
          )}
          {found.count > found.rows.length && <p className="quiet">下表为前 {found.rows.length} 段，全部请下载。</p>}
          <PlainTable table={roadTable} rows={found.rows} caption="查到的道路" empty="此矩形内没有道路。" />
        </Section>
      )}
      <Section title="导入记录">
        <PlainTable table={importTable} rows={imports} caption="导入记录" empty="还没有导入过地图数据。" />
      </Section>
    </>
  );
}

function rounded(box: RoadRectangle) {
  return Object.fromEntries(Object.entries(box).map(([name, side]) => [name, side.toFixed(4)]));
}
