import { answerPieces } from "~/kit/data/attachments/pieces.server";
import { page } from "~/kit/page/http/page.server";
import { may, piecesUrl } from "../policy";

const answer = page(may.write, ({ viewer, request, params }) =>
  answerPieces(viewer, request, piecesUrl, params.uploadId),
);

export const loader = answer;
export const action = answer;
