import { useLoaderData } from "@remix-run/react";
import { mapAround } from "~/domains/roads/queries.server";
import { page } from "~/kit/page/http/page.server";
import { labelOf } from "~/kit/page/forms/rules";
import { PointField } from "~/kit/page/map/point-field";
import { boxOfShapes } from "~/transit/geo/shape-geometry";
import { ShapesMap } from "~/kit/page/map/shapes-map";
import { recordUrl } from "~/kit/room/room";
import { Heading, screen, Section } from "~/kit/page/screens";
import { hrefFor } from "~/kit/page/tables/hrefs";
import { readState } from "~/kit/page/tables/state";
import { useTypes } from "../choices";
import styles from "../fences.module.css";
import { placeWords, shapesOf } from "../place";
import { fenceCounts, listFences } from "../queries.server";
import { fenceRoom } from "../room";
import { fenceTable, ruleWords } from "../table";
import { pointAsked, wholePoint } from "../whole-point";

export const handle = screen({ title: "围栏地图" });

const mostDrawn = 500;

export const loader = page(fenceRoom.may.read, async ({ viewer, url }) => {
  const state = wholePoint(readState(fenceTable, url));
  const { lng: _lng, lat: _lat, ...rest } = state.filters;
  const page = { page: 1, size: mostDrawn, sort: state.sort };
  const [drawn, counts] = await Promise.all([listFences(viewer, { ...page, filters: rest }), fenceCounts(viewer)]);
  const holding = pointAsked(state) && (await listFences(viewer, { ...page, filters: state.filters })).rows;
  const shapes = shapesOf(drawn.rows, (row) => recordUrl(fenceRoom, row));
  return { state, total: drawn.total, shapes, counts, holding, around: await mapAround(viewer, boxOfShapes(shapes)) };
});

export default function FenceMap() {
  const { state, total, shapes, counts, holding, around } = useLoaderData<typeof loader>();
  const { useType, orgId } = state.filters;
  const marker = pointAsked(state);
  const field = (name: "lng" | "lat") => ({
    id: name,
    name,
    initialValue: state.asked[name],
    errors: state.ignored.filter((one) => one.name === name).map((one) => one.message),
  });
  const to = (asked: Record<string, string | undefined>) =>
    `${fenceRoom.url}/map${hrefFor(fenceTable, state, { page: 1, asked: withValues({ ...state.asked, ...asked }) })}`;
  return (
    <>
      <Heading>
        <a className="button" href={fenceRoom.url}>
          围栏列表
        </a>
      </Heading>
      <div className={styles.beside}>
        <div>
          <Counts
            title="按用途"
            whole="全部用途"
            chosen={useType}
            counts={counts.uses.map((one) => ({ value: one.useType, label: labelOf(useTypes, one.useType), ...one }))}
            hrefOf={(value) => to({ useType: value?.toString() })}
          />
          <Counts
            title="按机构"
            whole="全部机构"
            chosen={orgId}
            counts={counts.orgs.map((one) => ({ value: one.orgId, label: one.orgName, ...one }))}
            hrefOf={(value) => to({ orgId: value })}
          />
        </div>
        <div>
          <Section
            title={total > shapes.length ? `围栏（前 ${shapes.length} 个，共 ${total} 个）` : `围栏（${total}）`}
          >
            <ShapesMap title="找到的围栏" {...around} shapes={shapes} marker={marker} height={420} />
          </Section>
          <Section title="某一点在哪些围栏内">
            <form method="get" className={styles.holding}>
              {Object.entries(state.asked)
                .filter(([name]) => name !== "lng" && name !== "lat")
                .map(([name, value]) => (
                  <input key={name} type="hidden" name={name} value={String(value)} />
                ))}
              <PointField
                lng={field("lng")}
                lat={field("lat")}
                settings={around.settings}
                roads={around.roads}
                shapes={shapes}
                height={320}
              />
              <button className="button primary">查找</button>
            </form>
            {holding && (
              <p role="status">
                {holding.length === 0 ? "没有围栏包含这一点。" : `${holding.length} 个围栏包含这一点：`}
              </p>
            )}
            {holding && (
              <ul>
                {holding.map((fence) => (
                  <li key={fence.fenceUuid}>
                    <a href={recordUrl(fenceRoom, fence)}>{fence.fenceName}</a> {labelOf(useTypes, fence.useType)}{" "}
                    {ruleWords(fence)} {placeWords(fence)}
                    {!fence.enabled && "（未启用）"}
                  </li>
                ))}
              </ul>
            )}
          </Section>
        </div>
      </div>
    </>
  );
}

const withValues = <V,>(asked: Record<string, V | undefined>) =>
  Object.fromEntries(Object.entries(asked).filter((entry): entry is [string, V] => entry[1] !== undefined));

interface CountsProps<V> {
  title: string;
  whole: string;
  chosen: V | undefined;
  counts: { value: V; label: string; count: number }[];
  hrefOf(value: V | undefined): string;
}

function Counts<V extends string | number>({ title, whole, chosen, counts, hrefOf }: CountsProps<V>) {
  return (
    <Section title={title}>
      <ul className={styles.tree}>
        <li>
          <a href={hrefOf(undefined)} aria-current={chosen === undefined ? "true" : undefined}>
            {whole}
          </a>
        </li>
        {counts.map(({ value, label, count }) => (
          <li key={value}>
            <a href={hrefOf(value)} aria-current={chosen === value ? "true" : undefined}>
              {label} <span>{count}</span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
