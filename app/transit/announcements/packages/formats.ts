import type { CompiledLine } from "../model";
import type { PackageFormat } from "../words";
import { writeAnnouncer } from "./announcer";
import { announcerPathKind } from "./announcer-paths";
import { readAnnouncerPackage } from "./read-announcer";
import { writeBusLineFile } from "./bus-line-file";
import { busLineFilePathKind, readBusLineFile } from "./read-bus-line-file";
import type { PackageAdapter } from "./package-file";
import { zipSize } from "./zip-bytes";

/** Every format a device model may ask for. */
export const packageAdapters: Record<PackageFormat, PackageAdapter> = {
  "bus-line-file/1": { write: writeBusLineFile, pathKind: busLineFilePathKind, read: readBusLineFile },
  announcer: { write: writeAnnouncer, pathKind: announcerPathKind, read: readAnnouncerPackage },
};

/** Bytes of the whole package. */
export function packageSize(format: PackageFormat, line: CompiledLine): number {
  return zipSize(packageAdapters[format].write(line, new Set()));
}
