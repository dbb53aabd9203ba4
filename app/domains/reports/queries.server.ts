export { keepReportDays, makeReportDays, startReportDays } from "./days.server";
export { takeReports } from "./intake.server";
export { createToken, endToken, findToken, isTokenLive, listTokens } from "./tokens.server";
