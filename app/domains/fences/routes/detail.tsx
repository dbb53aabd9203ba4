import { useLoaderData } from "@remix-run/react";
import { mapAround } from "~/domains/roads/queries.server";
import { page } from "~/kit/page/http/page.server";
import { ShapesMap } from "~/kit/page/map/shapes-map";
import { boxOfShapes } from "~/transit/geo/shape-geometry";
import { roomRecord } from "~/kit/room/served-pages.server";
import { usesOf } from "~/kit/room/uses.server";
import { factsOf } from "~/kit/room/words";
import { screen, Section } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { NamedLink } from "~/kit/page/screens/named-link";
import { ownerUrls } from "../choices";
import styles from "../fences.module.css";
import { placeWords, shapesOf } from "../place";
import { fenceRoom } from "../room";
import { fences } from "../room.server";
import { ruleWords } from "../table";
import { windowWords } from "../time-windows";

export const handle = screen({ title: recordTitle(fenceRoom) });

export const loader = page(fenceRoom.may.read, (call) =>
  roomRecord(call, fences, async (viewer, fence) => ({
    uses: await usesOf(viewer, fences.references, [fence.fenceUuid]),
    ...(await mapAround(viewer, boxOfShapes(shapesOf([fence])))),
  })),
);

const mostNamed = 200;

export default function Fence() {
  const { record: fence, names, uses, settings, roads } = useLoaderData<typeof loader>();
  const shapes = shapesOf([fence]);
  const owner = fence.ownerType && fence.ownerUuid && (
    <NamedLink href={`${ownerUrls[fence.ownerType]}/${fence.ownerUuid}`} name={fence.ownerName} />
  );
  const base = [
    ...factsOf(fenceRoom.words, fence, ["useType", "orgId", "enabled", "ownerType"], { names }),
    { label: "关联对象", value: owner },
    ...factsOf(fenceRoom.words, fence, ["shape"]),
    { label: "大小", value: placeWords(fence) },
    { label: "中心", value: `${fence.lng.toFixed(6)}, ${fence.lat.toFixed(6)}` },
    ...factsOf(fenceRoom.words, fence, ["remark"], { wide: true }),
  ];
  const rule = [
    { label: "规则", value: ruleWords(fence) || "不设规则" },
    { label: "生效时段", value: windowWords(fence.timeWindows) || "全天" },
    { label: "生效星期", value: fence.weekdays.length > 0 ? fenceRoom.words.show("weekdays", fence.weekdays) : "每天" },
    {
      label: "起止日期",
      value: fence.beginDate || fence.endDate ? `${fence.beginDate ?? "即日"} 至 ${fence.endDate ?? "长期"}` : "长期",
    },
    {
      label: "适用范围",
      value: fence.scopeAll ? "全部车辆" : `${fence.lineUuids.length} 条线路、${fence.busUuids.length} 辆车`,
    },
  ];
  return (
    <RecordScreen
      room={fenceRoom}
      sections={[
        { title: "基本信息", facts: base },
        { title: "规则与生效时间", facts: rule },
      ]}
    >
      <Section title="位置">
        <ShapesMap title={`${fence.fenceName}的位置`} settings={settings} roads={roads} shapes={shapes} />
      </Section>
      {!fence.scopeAll && fence.lineUuids.length > 0 && (
        <Named
          title={fenceRoom.words.labels.lineUuids!}
          keys={fence.lineUuids}
          names={names}
          url="/line/line-management"
        />
      )}
      {!fence.scopeAll && fence.busUuids.length > 0 && (
        <Named title={fenceRoom.words.labels.busUuids!} keys={fence.busUuids} names={names} url="/bus/bus-management" />
      )}
      {uses
        .filter(({ count }) => count > 0)
        .map(({ label, count, items = [] }) => (
          <Section key={label} title={`${label}（${count}）`}>
            <ul className={styles.list}>
              {items.map(({ title, href }) => (
                <li key={title}>{href ? <a href={href}>{title}</a> : title}</li>
              ))}
            </ul>
          </Section>
        ))}
    </RecordScreen>
  );
}

function Named({
  title,
  keys,
  names,
  url,
}: {
  title: string;
  keys: string[];
  names: Readonly<Record<string, string>>;
  url: string;
}) {
  return (
    <Section title={`${title}（${keys.length}）`}>
      <ul className={styles.list}>
        {keys.slice(0, mostNamed).map((key) => (
          <li key={key}>
            <NamedLink href={`${url}/${key}`} name={names[key] ?? "已删除"} />
          </li>
        ))}
      </ul>
      {keys.length > mostNamed && <p className="quiet">只列出前 {mostNamed} 个。</p>}
    </Section>
  );
}
