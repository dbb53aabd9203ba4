import { piecesPage } from "~/kit/page/http/pieces-page.server";
import { may, piecesUrl } from "../policy";

export const loader = piecesPage(may.write, piecesUrl);
export const action = piecesPage(may.write, piecesUrl);
