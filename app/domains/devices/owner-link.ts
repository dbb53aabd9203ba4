import { type OwnerKind, ownerKind } from "./choices";

/** The page of a device's owner. */
export const ownerHref = ({ bindType, bindUuid }: { bindType: OwnerKind | null; bindUuid: string | null }) =>
  bindType ? `${ownerKind(bindType).url}/${bindUuid}` : "";
