import { permissions } from "~/kit/room/room";

export const may = permissions("attachment");
export const url = "/attachment/attachment-management";
export const fileUrl = ({ fileUuid }: { fileUuid: string }) => `${url}/${fileUuid}`;
export const piecesUrl = `${url}/upload`;
