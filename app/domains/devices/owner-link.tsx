import { type OwnerKind, ownerKind } from "./choices";

interface Owned {
  bindType: OwnerKind | null;
  bindUuid: string | null;
}

export const ownerHref = ({ bindType, bindUuid }: Owned) => (bindType ? `${ownerKind(bindType).url}/${bindUuid}` : "");

export const ownerLink = (device: Owned, words: string) =>
  device.bindType ? <a href={ownerHref(device)}>{words}</a> : words;
