import { page } from "~/kit/page/http/page.server";
import { picturePage } from "~/kit/room/pictures.server";
import { maskedPersons } from "../queries.server";
import { personRoom } from "../room";

export const loader = page(personRoom.may.read, (call) => picturePage(call, personRoom, maskedPersons));
