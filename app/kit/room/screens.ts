export { BatchScreen, batchTitle } from "./batch-screen";
export { BulkScreen, bulkTitle, useBulkForm } from "./bulk-screen";
export { EditScreen, editTitle, formOf, useEditing } from "./edit-screen";
export { RecordScreen, recordTitle } from "./record-screen";
export { RemovalScreen, removalTitle } from "./removal-screen";
export { historyTitle, RecordHistory } from "./record-history";
export { RecycleBin, recycleTitle } from "./recycle-bin";
