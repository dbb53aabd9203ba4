import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { problem } from "~/kit/ground/problem";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ticksOf } from "~/kit/page/forms/bits";
import { asChoices } from "~/kit/page/forms/field";
import { CheckField, ChoicesField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { PickField } from "~/kit/page/forms/pick-field";
import { PointField } from "~/kit/page/map/point-field";
import { screen, Uses } from "~/kit/page/screens";
import { EditForm } from "~/kit/room/edit-form";
import { saveForm } from "~/kit/room/save-form.server";
import { roomForm } from "~/kit/room/served-pages.server";
import { recordUrl } from "~/kit/room/room";
import { editTitle, useEditing } from "~/kit/room/screens";
import { today } from "~/kit/ground/time/today.server";
import { findMoveFault, listLinesCalling } from "../moving.server";
import { linesOfStation } from "../queries.server";
import { loadOffers } from "../offer-opposites.server";
import { readingWords } from "../readings/names.server";
import { findRenameFault, listFilesAnnouncing } from "../renaming.server";
import { staFacilities, stationRoom } from "../room";
import { stations } from "../room.server";
import { stationSource } from "../source.server";
import styles from "../stations.module.css";
import { findNearRoad, loadSurroundings } from "../surroundings.server";

export const handle = screen({ title: editTitle(stationRoom) });

export const loader = page(stationRoom.may.write, async (call) =>
  roomForm(call, { ...stations, offers: await loadOffers(call) }, async (viewer, station) => {
    const [lng, lat] = ["lng", "lat"].map((name) => Number(call.url.searchParams.get(name)));
    const [around, lines, files, reading] = await Promise.all([
      loadSurroundings(viewer, station ?? (lng && lat ? { lng, lat } : null)),
      station ? listLinesCalling(viewer, station.staUuid) : [],
      station ? listFilesAnnouncing(viewer, station.staUuid) : [],
      station ? readingWords(station) : "",
    ]);
    return { ...around, lines, files, reading };
  }),
);

const StationForm = stationRoom.Form.safeExtend({
  acknowledged: z.boolean().default(false),
  renamed: z.boolean().default(false),
});

export const action = page(stationRoom.may.write, async (call) => {
  const { saved: station, answer } = await saveForm(call, stationRoom, StationForm, {
    create: (viewer, { acknowledged: _acknowledged, renamed: _renamed, ...values }) =>
      stations.verbs.create(viewer, values as never),
    pictured: stationSource,
    offers: await loadOffers(call),
    update: async (viewer, staUuid, { acknowledged, renamed, ...values }, version) => {
      const faults = [
        ...(acknowledged ? [] : await findMoveFault(viewer, staUuid, values)),
        ...(renamed ? [] : await findRenameFault(viewer, staUuid, values)),
      ];
      if (faults.length > 0) throw problem.fields(faults);
      return stations.verbs.update(viewer, staUuid, values as never, version);
    },
  });
  if (!station) return answer;
  const [nearest, calling] = await Promise.all([
    findNearRoad(call.viewer, station),
    linesOfStation(call.viewer, station.staUuid, today()),
  ]);
  const stale = new Set(
    calling.filter((line) => line.toReview && line.standing !== "past").map((line) => line.lineUuid),
  );
  const warning = [
    nearest ? "" : "；注意：50 米内没有道路，请核对坐标",
    stale.size > 0 ? `；${stale.size} 条线路待复核，请在“停靠线路”中重画路径或确认无误` : "",
  ].join("");
  return redirectWith(
    call.request,
    `已保存站点 ${station.staName}${warning}`,
    recordUrl(stationRoom, station),
    warning ? "warning" : "success",
  );
});

export default function EditStation() {
  const { record, settings, roads, lines, files, reading } = useLoaderData<typeof loader>();
  const { picks } = useEditing<typeof loader>();
  const values = record ? { ...record, facilities: ticksOf(staFacilities, record.facilities) } : undefined;
  const names = lines
    .slice(0, 8)
    .map(({ lineName }) => lineName)
    .join("、");
  return (
    <EditForm room={stationRoom} values={values}>
      {({ inputs, fields, picture, reason }) => (
        <>
          <FieldSet title="基本信息">
            {inputs("staSelfCode", "staName", "nameEn", "pronunciation", "staKind", "state")}
            <ChoicesField
              field={fields.facilities!}
              label={stationRoom.fields.facilities.label}
              choices={asChoices(staFacilities)}
            />
            {reading && <p className={`quiet ${styles.reading}`}>站名现在读作：{reading}</p>}
            {inputs("isShare")}
            {files.length > 0 && (
              <>
                <CheckField
                  field={fields.renamed!}
                  label="我已知道：改名称、英文名称或读音，会使下列线路文件过期"
                  wide
                />
                <Uses title="报这个站名的线路文件：" uses={files} />
              </>
            )}
          </FieldSet>
          <FieldSet title="位置">
            <PointField
              lng={fields.lng!}
              lat={fields.lat!}
              settings={settings}
              roads={roads}
              nearbyUrl={`${stationRoom.url}/nearby`}
              was={record}
            />
            {lines.length > 0 && (
              <CheckField
                field={fields.acknowledged!}
                label={`我已知道：移动站点会影响 ${lines.length} 条线路：${names}${lines.length > 8 ? " 等" : ""}`}
                wide
              />
            )}
            {inputs("azimuth", "road", "roadSide")}
            <PickField
              field={fields.oppositeSta!}
              label={stationRoom.fields.oppositeSta.label}
              offered={picks.oppositeSta!}
              placeholder="站点名称、编号或拼音"
              empty="（暂无）"
              hint={stationRoom.fields.oppositeSta.hint}
            />
            {inputs("district", "address", "nearby")}
          </FieldSet>
          <FieldSet title="其他">
            {inputs("openDate", "stopDate", "remark")}
            {picture}
            {reason}
          </FieldSet>
        </>
      )}
    </EditForm>
  );
}
