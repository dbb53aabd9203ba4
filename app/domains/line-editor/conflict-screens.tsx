import { stationsInWords } from "~/domains/lines/labels";
import { type CallAtStation, changesInWords, stationChanges } from "~/domains/line-versions/changes/differences";
import type { LinePicture } from "~/domains/line-versions/queries.server";
import type { Conflict } from "~/kit/ground/problem";
import { SvgMap } from "~/kit/page/map/svg-map";
import { ConflictScreen, Section } from "~/kit/page/screens";
import { mapSideInWords } from "./map-editor/map-conflict";

interface ConflictProps {
  conflict: Conflict & { title?: string; change?: string; theirsLabel?: string };
  directionName: string;
  cancelTo: string;
}

export function SequenceConflict({ conflict, directionName, cancelTo }: ConflictProps) {
  const { original } = conflict;
  return (
    <ConflictScreen
      {...conflict}
      labels={{ rows: `${directionName}站点` }}
      show={(_name, value, side) => (side === original ? stationsInWords(value) : sideInWords(original["rows"], value))}
      cancelTo={cancelTo}
    />
  );
}

function sideInWords(original: unknown, side: unknown): string {
  const called = (rows: unknown) => (Array.isArray(rows) ? (rows as CallAtStation[]) : []);
  const [before, after] = [called(original), called(side)];
  return `${changesInWords(stationChanges(before, after)) || "没有修改"}；共 ${after.length} 站`;
}

interface MapConflictProps extends ConflictProps {
  lineName: string;
  picture: LinePicture;
}

export function MapConflict({ conflict, lineName, directionName, picture, cancelTo }: MapConflictProps) {
  return (
    <>
      <ConflictScreen
        {...conflict}
        labels={{ rows: `${directionName}站点`, map: `${directionName}路径` }}
        show={mapSideInWords}
        cancelTo={cancelTo}
      />
      <Section title={`${directionName}路径：蓝色是我画的，灰色点线是${conflict.changedBy}保存的`}>
        <SvgMap
          title={`${lineName} ${directionName} 两种路径`}
          width={1000}
          height={420}
          roads={picture.roads}
          {...picture.drawing}
        />
      </Section>
    </>
  );
}
