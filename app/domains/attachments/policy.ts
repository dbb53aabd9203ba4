import { permissions } from "~/kit/room/room";

export const may = permissions("attachment");
export const url = "/attachment/attachment-management";
export const fileUrl = ({ fileUuid }: { fileUuid: string }) => `${url}/${fileUuid}`;
/** The address at which pieces of large files arrive. */
export const piecesUrl = `${url}/upload`;
