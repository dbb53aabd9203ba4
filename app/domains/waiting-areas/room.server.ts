import { z } from "zod";
import { offerFences } from "~/domains/fences/queries.server";
import { directionsOf, offerLines } from "~/domains/lines/queries.server";
import { readLineView } from "~/domains/parameters/queries.server";
import { recordKey, version } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import { coordsPairs, GeoArea, geoArea } from "~/kit/page/map/shape-rules";
import { roomCalls } from "~/kit/room/calls.server";
import { serve } from "~/kit/room/served.server";
import { pointsOf } from "~/transit/geo/shape";
import { createWaitingArea, restoreWaitingArea, updateWaitingArea, waitingAreaSource } from "./queries.server";
import { soundRing, waitingAreaRoom, type WaitingAreaRow } from "./room";
import { waitingAreaTable } from "./table";

const { Add, may, Row, Update } = waitingAreaRoom;

const New = Add.safeExtend({ coords: coordsPairs.nullish() });
const Changes = Update.extend({ coords: coordsPairs.nullish() }).superRefine(soundRing);
const Info = Update.omit({ coords: true });
const Drawing = z.object({ waitUuid: recordKey, coords: coordsPairs.nullable(), version }).superRefine(soundRing);
const Reply = Row.extend({
  coords: z.array(z.tuple([z.number(), z.number()])).nullable(),
  geojson: GeoArea.nullable(),
});

export const waitingAreas = serve<WaitingAreaRow>({
  room: waitingAreaRoom,
  table: waitingAreaTable,
  source: waitingAreaSource,
  choices: async () => ({ direction: await directionChoices() }),
  offers: { fenceUuid: offerFences, lineUuids: offerLines },
  detail: (area) => area.fenceName,
  verbs: { create: createWaitingArea, update: updateWaitingArea, restore: restoreWaitingArea },
  calls: (served) => [
    api("/api/fence/v1.0/waitingArea", {
      ...roomCalls(served, { add: New, update: Changes, reply: Reply, answer }),
      updateInfo: endpoint(may.write, Info, Reply, async (viewer, { waitUuid, version, ...changes }) =>
        answer(await updateWaitingArea(viewer, waitUuid, changes, version)),
      ),
      updateDraw: endpoint(may.write, Drawing, Reply, async (viewer, { waitUuid, version, coords }) =>
        answer(await updateWaitingArea(viewer, waitUuid, { coords }, version)),
      ),
    }),
  ],
});

async function directionChoices() {
  const directions = directionsOf(1, await readLineView());
  return directions.map(({ direction, directionName }) => ({ value: String(direction), label: directionName }));
}

function answer({ coords, ...area }: WaitingAreaRow): z.output<typeof Reply> {
  return {
    ...area,
    coords: coords && pointsOf(coords).map(([lng, lat]): [number, number] => [lng, lat]),
    geojson: coords && geoArea({ shape: 3, coords }),
  };
}
