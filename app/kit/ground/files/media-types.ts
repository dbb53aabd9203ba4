export const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** Of bytes of which no more is said. */
export const plainType = "application/octet-stream";

/** Workbooks of Excel and of WPS; an old one is known as the container that it is. */
export const workbookTypes: readonly string[] = [workbookType, "application/x-cfb", "application/vnd.ms-excel"];
