import { page } from "~/kernel/access/page.server";
import { picturePage } from "~/kernel/rooms/pictures.server";
import { may } from "../policy";
import { busSource } from "../queries.server";
import { busRoom } from "../room";

export const loader = page(may.read, (call) => picturePage(call, busRoom, busSource));
