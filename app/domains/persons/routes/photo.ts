import { page } from "~/kernel/access/page.server";
import { picturePage } from "~/kernel/rooms/pictures.server";
import { may } from "../policy";
import { maskedPersons } from "../queries.server";
import { personRoom } from "../room";

export const loader = page(may.read, (call) => picturePage(call, personRoom, maskedPersons));
