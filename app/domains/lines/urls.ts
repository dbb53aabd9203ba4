export const linesUrl = "/line/line-management";
export const lineUrl = (line: { lineUuid: string }) => `${linesUrl}/${line.lineUuid}`;
