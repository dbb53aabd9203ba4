import { type OwnerKind, ownerKind } from "./choices";

interface Owned {
  bindType: OwnerKind | null;
  bindUuid: string | null;
}

/** The page of a device's owner. */
export const ownerHref = ({ bindType, bindUuid }: Owned) => (bindType ? `${ownerKind(bindType).url}/${bindUuid}` : "");

/** A link to it; the words alone where the device is free. */
export const ownerLink = (device: Owned, words: string) =>
  device.bindType ? <a href={ownerHref(device)}>{words}</a> : words;
