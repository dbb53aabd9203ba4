import { comingPackages } from "~/domains/change-packages/queries.server";
import { packageRoom } from "~/domains/change-packages/room";
import { may as lines } from "~/domains/lines/policy";
import { comingVersions } from "~/domains/line-versions/queries.server";
import { variantUrl } from "~/domains/lines/urls";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { addDays } from "~/kit/ground/time/days";
import { today } from "~/kit/ground/time/today.server";

export interface Coming {
  /** In words, with its day of the week. */
  day: string;
  title: string;
  what: string;
  href: string;
}

const days = 7;
const most = 12;

/** What comes into force within a week; undefined for who may see none of it. */
export async function comingOf(viewer: Viewer): Promise<Coming[] | undefined> {
  const may = { lines: allows(viewer, lines.read), packages: allows(viewer, packageRoom.may.read) };
  if (!may.lines && !may.packages) return undefined;
  const [versions, changes] = await Promise.all([
    may.lines ? comingVersions(viewer, days, most) : [],
    may.packages ? comingPackages(viewer, days, most) : [],
  ]);
  return [
    ...changes.map(({ packageUuid, packageName, day }) => ({
      day,
      title: packageName,
      what: "变更包",
      href: `${packageRoom.url}/${packageUuid}`,
    })),
    ...versions.map((version) => ({
      day: version.day,
      title: version.lineName,
      href: variantUrl(version, "versions"),
      what: version.variantName ? `新版本（${version.variantName}）` : "新版本",
    })),
  ]
    .sort((one, other) => one.day.localeCompare(other.day))
    .slice(0, most)
    .map((one) => ({ ...one, day: dayInWords(one.day) }));
}

function dayInWords(day: string): string {
  const near = [0, 1, 2].find((ahead) => addDays(today(), ahead) === day);
  const week = `周${"日一二三四五六"[new Date(day).getUTCDay()]}`;
  return near === undefined ? `${day.slice(5)} ${week}` : `${["今天", "明天", "后天"][near]} ${week}`;
}
