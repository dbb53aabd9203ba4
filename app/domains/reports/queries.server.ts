export { keepReportDays, makeReportDays, startReportDays } from "./days.server";
export { driveOnce, isDemoDriven, startDemoDrive } from "./demo-drive.server";
export { type Drive, drivesOf, reportOf } from "./drives.server";
export { takeReports } from "./intake.server";
export { createToken, endToken, endTokenNamed, findToken, isTokenLive, listTokens } from "./tokens.server";
