import { may } from "~/domains/issue-tasks/policy";
import { piecesPage } from "~/kit/page/http/pieces-page.server";
import { piecesUrl } from "../urls";

export const loader = piecesPage(may.write, piecesUrl);
export const action = piecesPage(may.write, piecesUrl);
