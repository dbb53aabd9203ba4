import { page } from "~/kit/page/http/page.server";
import { may } from "../../policy";
import { joinedSound } from "../sound.server";

export const loader = page(may.read, ({ viewer, request, params, url }) =>
  joinedSound(viewer, request, params.fileUuid!, {
    part: url.searchParams.get("part"),
    serial: url.searchParams.get("serial"),
  }),
);
