import { type OwnerKind, ownerKind } from "./choices";

interface OwnerOfDevice {
  bindType: OwnerKind | null;
  bindUuid: string | null;
}

export const ownerHref = ({ bindType, bindUuid }: OwnerOfDevice) =>
  bindType ? `${ownerKind(bindType).url}/${bindUuid}` : "";

export const ownerLink = (device: OwnerOfDevice, words: string) =>
  device.bindType ? <a href={ownerHref(device)}>{words}</a> : words;
