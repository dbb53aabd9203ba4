import { offeredItems } from "~/domains/dictionaries/queries.server";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { editing, saved } from "~/kit/room/pages.server";
import { recordUrl } from "~/kit/room/room";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import { StationFields } from "../fields";
import { linesCalling, refuseSilentMove } from "../moving.server";
import { may } from "../policy";
import { createStation, findStation, updateStation } from "../queries.server";
import { stationRoom } from "../room";
import { StationForm } from "../schema";
import { surroundings } from "../surroundings.server";

export const handle = screen({ title: editTitle(stationRoom) });

export const loader = page(may.write, (call) =>
  editing(call, stationRoom, findStation, async (viewer, station) => {
    const [lng, lat] = ["lng", "lat"].map((name) => Number(call.url.searchParams.get(name)));
    return {
      ...(await surroundings(viewer, station ?? (lng && lat ? { lng, lat } : null))),
      lines: station ? await linesCalling(viewer, station.staUuid) : [],
      offered: await offeredItems("staKind", "staState"),
    };
  }),
);

export const action = page(may.write, async (call) => {
  const { saved: station, answer } = await saved(call, stationRoom, StationForm, {
    create: (viewer, { acknowledged: _acknowledged, ...values }) => createStation(viewer, values),
    update: async (viewer, staUuid, { acknowledged, ...values }, version) => {
      await refuseSilentMove(viewer, staUuid, values, acknowledged);
      return updateStation(viewer, staUuid, values, version);
    },
  });
  if (!station) return answer;
  const { nearest } = await surroundings(call.viewer, station);
  const warning = nearest ? "" : "；注意：50 米内没有道路，请核对坐标";
  return redirectWith(
    call.request,
    `已保存站点 ${station.staName}${warning}`,
    recordUrl(stationRoom, station),
    warning ? "warning" : "success",
  );
});

export default function EditStation() {
  return (
    <EditScreen room={stationRoom}>
      <StationFields {...useEditing<typeof loader>()} />
    </EditScreen>
  );
}
