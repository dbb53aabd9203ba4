import type { ReactNode } from "react";
import type { Node } from "~/transit/announcements/model";
import { extraInWords } from "~/transit/announcements/node-extra";
import { events, nodeUses } from "~/transit/announcements/words";
import { HeardCell } from "./heard-cell";
import { type HeardNode, isInside } from "./heard";
import scrolled from "~/kit/page/tables/scrolled-table.module.css";
import styles from "./voice.module.css";

interface Props {
  heard: readonly HeardNode[];
  typeNames: Record<string, string>;
  /** How stations' names are read, by their keys. */
  readings: Record<string, string>;
  /** Where a node is edited; without it there are no links. */
  editUrl?: (nodeUuid: string) => string;
}

/** The nodes of a direction beside its map, which finds a row by its serial. */
export function NodeTable({ heard, typeNames, readings, editUrl }: Props) {
  if (heard.length === 0) return <p className="quiet">这个方向还没有节点：按站点刷新，或新增一个节点。</p>;
  return (
    <div
      className={`${scrolled.scroller} ${styles.scroller}`}
      data-keep-scroll="nodes"
      tabIndex={0}
      role="region"
      aria-label="节点"
    >
      <table className={`${scrolled.texts} ${styles.nodes}`}>
        <caption className="unseen">节点，距离和半径单位米</caption>
        <thead>
          <tr>
            <th scope="col">序号</th>
            <th scope="col">节点</th>
            <th scope="col" className={scrolled.right}>
              距起点
            </th>
            <th scope="col" className={scrolled.right}>
              半径
            </th>
            <th scope="col" className={scrolled.right}>
              方位角
            </th>
            <th scope="col">车内</th>
            <th scope="col">车外</th>
          </tr>
        </thead>
        <tbody>
          {heard.map(({ node, speakers }) => (
            <tr
              key={node.nodeUuid}
              id={`node-${node.direction}-${node.serial}`}
              data-station-serial={node.serial}
              data-node={node.nodeUuid}
            >
              <td data-of="serial">{node.serial}</td>
              <td>
                <NodeName url={editUrl?.(node.nodeUuid)}>{node.name}</NodeName>
                <div className="quiet">
                  {node.staUuid && readings[node.staUuid] && `${readings[node.staUuid]}，`}
                  {node.event ? events[node.event] : (typeNames[node.nodeTypeUuid ?? ""] ?? nodeUses[node.use])}
                  {!node.isBroadcast && "，不播报"}
                  {node.limitSpeed !== undefined && `，限速 ${node.limitSpeed}`}
                </div>
                <TypedColumns extra={node.extra} />
              </td>
              <td className={scrolled.right} data-of="distance">
                {Math.round(node.distance)}
              </td>
              <td className={scrolled.right} data-of="radius">
                {node.radius}
              </td>
              <td className={scrolled.right} data-of="azimuth">
                {node.azimuth}°
              </td>
              <td>
                <HeardCell speakers={speakers.filter(isInside)} />
              </td>
              <td>
                <HeardCell speakers={speakers.filter((one) => !isInside(one))} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What was typed into the columns of a node's type. */
export function TypedColumns({ extra }: Pick<Node, "extra">) {
  const words = extraInWords(extra);
  return words.length > 0 ? <div className="quiet">{words.join("，")}</div> : null;
}

function NodeName({ url, children }: { url?: string; children: ReactNode }) {
  return url ? <a href={url}>{children}</a> : <>{children}</>;
}
