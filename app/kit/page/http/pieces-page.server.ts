import { answerPieces } from "~/kit/data/attachments/pieces.server";
import { page } from "./page.server";

/** Where the files of a form arrive in pieces before the form itself: the loader and action of the addresses `url` and `url/:uploadId`. */
export const piecesPage = (permission: string, url: string) =>
  page(permission, ({ viewer, request, params }) => answerPieces(viewer, request, url, params.uploadId));
