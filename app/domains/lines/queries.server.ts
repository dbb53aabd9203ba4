export { auditedLines } from "./audited.server";
export type { DirectionContent } from "./content.server";
export {
  editedContent,
  findVersionDetail,
  getLineClassifyStationAndMap,
  getOriginLineClassifyStationAndMap,
} from "./detail.server";
export { beginWith, chooseMileage, type Direction, directionsOf } from "./directions";
export { discardDraft, saveInto, updateLineClassifyStationAndMap } from "./drafts.server";
export { applyBusRoutes } from "./network-import/apply-network.server";
export { previewBusRoutes } from "./network-import/preview-network.server";
export { clearFirst, rankInTurn } from "./finder/next-along";
export { type LineChange, lineHistory } from "./line-history.server";
export { createLine, isDeviceNoFree, isLineNameFree, lockLine, requireLine, updateLine } from "./lines.server";
export { findLine, linesAmong } from "./line-rows.server";
export { allLines, lineFound, lineSearch, listLines, streamLines } from "./list.server";
export { countServices, serviceDaysOn } from "./timetable/network-services.server";
export { type NetworkCall, type NetworkDirection, type NetworkLine, networkOn } from "./network.server";
export { type CountedLine, countNetwork, type LineLeftOut, linesOutOfService } from "./network-counts.server";
export { startDirectionOf } from "./params/version-params.server";
export { linesToCheck } from "./lines-to-check.server";
export { acceptMatch, oneClickMatch } from "./match/accept.server";
export { noGain } from "./match/gain.server";
export { type MatchAsked, proposeMatch } from "./match/propose.server";
export { confirmPaths, linesToReview } from "./review.server";
export { publishDraft } from "./publish.server";
export { deletedLines, deleteLines, gonePlaces, lineImpact, lineUses, restoreLine } from "./removal.server";
export { findAnyVersion } from "./versions/find-version.server";
export { copyVersion } from "./versions/copy-version.server";
export { classifyRecord, foundLines } from "./records.server";
export { keepReferenceIn, type NewReference, removeReference } from "./reference/keep-reference.server";
export { linesNamed, type NamedLine } from "./reference/named-lines.server";
export { findReference, type LineReference, referencesOf } from "./reference/references.server";
export {
  getLocation,
  lineOptions,
  linesSeen,
  lineTree,
  type Location,
  offerLines,
  staListByLineUuid,
} from "./selectors.server";
export { inForce, requireVariant, type Variant, variantsOf, type VersionRow, versionsOf } from "./versions.server";
export { newRow, type SequenceRow, withEndTypes } from "./sequence";
export { checkSequence, type SequenceProblem } from "./sequence-check";
export { type BaseChange, baseChange, takeOver } from "./versions/draft-base.server";
export { checkWanted, returnDraft, submitDraft } from "./versions/check.server";
export { type ComingVersion, comingVersions } from "./versions/coming.server";
export { listedVersions, type ListedVersion, mostListed } from "./versions/list.server";
export { planVersion } from "./versions/plan.server";
export { classifyPreAdd } from "./versions/pre-add.server";
export { endVersion, moveDraft, withdrawVersion } from "./versions/times.server";
export { returnToVersion } from "./versions/return-to.server";
export { addStandby, changeStandby, removeStandby, standbyOf } from "./standby/standby.server";
export { swapIn } from "./standby/swap.server";
export { lineStaByClassifySid, lineStationBySid, saveStations } from "./variant-stations.server";
