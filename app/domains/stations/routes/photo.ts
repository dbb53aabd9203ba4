import { page } from "~/kit/page/http/page.server";
import { picturePage } from "~/kit/room/pictures.server";
import { stationRoom } from "../room";
import { stationSource } from "../source.server";

export const loader = page(stationRoom.may.read, (call) => picturePage(call, stationRoom, stationSource));
