import { piecesPage } from "~/kit/page/http/pieces-page.server";
import { may } from "../policy";
import { piecesUrl } from "../urls";

export const loader = piecesPage(may.write, piecesUrl);
export const action = piecesPage(may.write, piecesUrl);
