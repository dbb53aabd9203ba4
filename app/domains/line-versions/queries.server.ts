export { auditedLines } from "./changes/audited.server";
export { type LineChange, lineHistory } from "./changes/line-history.server";
export { moveDraft, returnDraft, submitDraft } from "./change-draft.server";
export { type ComingVersion, comingVersions } from "./coming.server";
export { type DirectionContent, pairs, readContent, type StoredPath } from "./content.server";
export {
  editedContent,
  findAnyVersion,
  findVersionDetail,
  loadEditedVersion,
  loadVersionInForce,
} from "./detail.server";
export { type KnownStation, stationsOf } from "./content.server";
export { baseChange, type BaseChange, takeOver } from "./draft-base.server";
export { type DirectionSave } from "./sent-directions";
export { discardDraft, saveInto, saveVersionDraft } from "./drafts.server";
export { editedHere } from "./edited-here.server";
export { type FoundStation, foundStations } from "./found-stations.server";
export { type LeavingStation, leavingStations } from "./leaving.server";
export { type ListedVersion, listedVersions, mostListed } from "./list.server";
export { drawingOf, type LinePicture, pictureOf } from "./picture.server";
export { copyVersion, planContent, planVersion } from "./plan.server";
export { checkWanted, publishDraft, publishInto, putInForce, returnToVersion } from "./publish.server";
export { confirmPaths } from "./review.server";
export { checkSequence, type SequenceProblem } from "./sequence/sequence-check";
export { newRow, type SequenceRow, withEndTypes } from "./sequence/sequence";
export { chosenDirection, editedDirection, queryKept, variantAsked } from "./shown-version.server";
export { readServices, runningTimes } from "./timetable/stored-timetable.server";
export { snapshotOf } from "./snapshot.server";
export { addStandby, changeStandby, removeStandby, standbyOf } from "./standby/standby.server";
export { swapIn } from "./standby/swap.server";
export { takeBackVersions } from "./take-back.server";
export { endVersion, withdrawVersion } from "./times.server";
export {
  loadVariantStations,
  listStationsOfVariant,
  saveStations,
  listStationsOfLine,
} from "./variant-stations.server";
export { editedVersion, inForce, type Standing, type Variant, type VersionRow } from "./version-rows";
export { type GoneVersion, livingVersions, requireVariant, variantsOf, versionsOf } from "./versions.server";
export { writeContent, writeServices } from "./write-content.server";
export { keepBeforeWriting } from "./written-over.server";
export { changedBy, recordVersion, writeDraft, writeVersion } from "./write-version.server";
