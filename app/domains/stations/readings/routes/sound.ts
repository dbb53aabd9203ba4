import { page } from "~/kit/page/http/page.server";
import { stationRoom } from "../../room";
import { sayName } from "../say-name.server";

export const loader = page(stationRoom.may.read, ({ request, params }) => sayName(request, params.staUuid!));
