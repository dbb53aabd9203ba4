export const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** Of bytes of which no more is said. */
export const plainType = "application/octet-stream";
