import { packageRoom } from "./room";

export const packageUrl = (packageUuid: string, page = "") => `${packageRoom.url}/${packageUuid}${page && `/${page}`}`;
export const planUrl = (packageUuid: string, kind: "station" | "fence", key: string) =>
  packageUrl(packageUuid, `${kind}?key=${key}`);
