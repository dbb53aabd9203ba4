/** Of the tokens with which devices hand in reports. */
export const may = { read: "report-token.read", write: "report-token.write" } as const;
