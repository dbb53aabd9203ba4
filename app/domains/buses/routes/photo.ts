import { page } from "~/kit/page/http/page.server";
import { picturePage } from "~/kit/room/pictures.server";
import { busSource } from "../queries.server";
import { busRoom } from "../room";

export const loader = page(busRoom.may.read, (call) => picturePage(call, busRoom, busSource));
