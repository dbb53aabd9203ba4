import { piecesPage } from "~/kit/page/http/pieces-page.server";
import { may } from "../policy";
import { piecesUrl } from "../urls";

export const loader = piecesPage(may.import, piecesUrl);
export const action = piecesPage(may.import, piecesUrl);
