export { keepReportDays, makeReportDays, startReportDays } from "./days.server";
export { type Drive, drivesOf, reportOf } from "./drives.server";
export { takeReports } from "./intake.server";
export { createToken, endToken, endTokenNamed, findToken, isTokenLive, listTokens } from "./tokens.server";
