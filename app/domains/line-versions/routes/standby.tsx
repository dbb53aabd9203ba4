import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { SvgMap } from "~/kit/page/map/svg-map";
import { Heading, Section } from "~/kit/page/screens";
import { DirectionTabs } from "../screens/direction-tabs";
import { foundStations } from "../found-stations.server";
import { lineScreenFor } from "~/domains/lines/line-screen";
import { drawingOf, pictureOf } from "../picture.server";
import { may } from "~/domains/lines/policy";
import { addStandby, standbyOf } from "../queries.server";
import { editedDirection, queryKept } from "../shown-version.server";
import { StandbyForm } from "../standby/schema";
import { AddForm } from "../standby/standby-form";
import { StandbyList } from "../standby/standby-list";
import { lineUrl, queryText, variantUrl } from "~/domains/lines/urls";
import styles from "../lines.module.css";

export const handle = lineScreenFor("备用站点");

export const loader = page(may.read, async (call) => {
  const { viewer, url } = call;
  const { directions, one, version } = await editedDirection(call);
  const all = await standbyOf(viewer, version.lineUuid);
  const standby = all.filter(({ direction }) => direction === one.direction);
  const find = url.searchParams.get("find")?.trim().slice(0, 64) ?? "";
  return {
    ...version,
    find,
    standby,
    one: { direction: one.direction, directionName: one.directionName },
    directions: directions.map(({ direction, directionName }) => ({
      direction,
      directionName: `${directionName}（${all.filter((row) => row.direction === direction).length} 个）`,
    })),
    running: one.stationList.map(({ serial, staUuid, staName }) => ({ value: staUuid, label: `${serial} ${staName}` })),
    found: find ? await foundStations(viewer, find) : null,
    picture: await pictureOf(viewer, drawingOf(one)),
    query: queryKept(url),
    mayWrite: allows(viewer, may.write),
  };
});

export const action = page(may.write, async (call) => {
  const { one, version } = await editedDirection(call);
  const sent = await readForm(call.request, StandbyForm);
  if (sent.status !== "success") return again(sent);
  const { version: _version, ...values } = sent.value;
  const done = await attempt(() => addStandby(call.viewer, version.lineUuid, values));
  if (!done.ok) return again(refused(sent, done.problem));
  return redirectWith(
    call.request,
    "已保存备用站点",
    variantUrl(version, "standby", { version: queryKept(call.url).version, direction: one.direction }),
  );
});

export default function Standby() {
  const { lineUuid, lineName, one, directions, standby, running, find, found, picture, query, mayWrite } =
    useLoaderData<typeof loader>();
  const url = lineUrl({ lineUuid });
  const search = queryText({ ...query, direction: one.direction });
  return (
    <>
      <Heading note="不在运行站序内，绕行时换入草稿" />
      <Section title={`${one.directionName}的备用站点`}>
        <DirectionTabs directions={directions} current={one.direction} query={query} />
        <div className={styles.beside}>
          <StandbyList rows={standby} url={`${url}/standby`} query={search} mayWrite={mayWrite} />
          <SvgMap
            title={`${lineName} ${one.directionName}与备用站点`}
            roads={picture.roads}
            {...picture.drawing}
            dots={standby.map(({ standbyUuid, lng, lat, staName, staSelfCode }) => ({
              key: standbyUuid,
              lng,
              lat,
              label: `备用 ${staName}`,
              title: `备用站点 ${staName} ${staSelfCode}`,
              online: true,
              azimuth: null,
            }))}
            width={760}
            height={420}
          />
        </div>
      </Section>
      {mayWrite && (
        <Section title="添加备用站点">
          <form method="get" className={styles.find}>
            <input type="hidden" name="direction" value={one.direction} />
            {Object.entries(query).map(
              ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
            )}
            <label>
              查找站点{" "}
              <input
                name="find"
                type="search"
                defaultValue={find}
                placeholder="名称、编号、拼音或首字母"
                autoComplete="off"
              />
            </label>
            <button className="button">查找</button>
          </form>
          {found?.length === 0 && <p className="quiet">没有找到站点“{find}”</p>}
        </Section>
      )}
      {mayWrite && found && found.length > 0 && (
        <AddForm direction={one.direction} found={found} running={running} cancelTo={`${url}/standby${search}`} />
      )}
    </>
  );
}
