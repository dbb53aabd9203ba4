import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { printLine } from "~/kit/ground/log.server";
import { settings } from "~/kit/ground/settings.server";
import { describePackage, describeTrack } from "~/transit/announcements/describe-package";
import { PackageError } from "~/transit/announcements/packages/package-file";
import { readPackage } from "~/transit/announcements/packages/read-package.server";
import { readTrack, TrackError } from "~/transit/announcements/read-track";

const usage =
  "用法: npm run read-package -- <线路文件.zip> [轨迹.csv|轨迹.gpx]\n  检查并列出线路文件；给出轨迹时，再列出车载机沿途在何处播报什么。轨迹表头为 time,lng,lat[,speed,heading]，坐标为 WGS84。";

/** `npm run read-package -- FILE [TRACK]`: checks a package and says what a terminal would play along a track. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean", short: "h" } },
  });
  const [file, track, ...more] = positionals;
  if (values.help || !file || more.length > 0) {
    printLine(usage);
    return values.help ? 0 : 2;
  }
  const read = await readPackage(file);
  for (const line of describePackage(read)) printLine(line);
  if (track) {
    const fixes = readTrack(await readFile(track, "utf8"));
    for (const line of describeTrack(read.line, fixes, settings().OPERATOR_TIME_ZONE)) printLine(line);
  }
  printLine("检查完毕，线路文件完整。");
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  const isOfFile = error instanceof PackageError || error instanceof TrackError;
  printLine(
    isOfFile
      ? error.message
      : (error as NodeJS.ErrnoException).code === "ENOENT"
        ? "找不到文件"
        : String((error as Error).stack),
  );
  return 1;
});
