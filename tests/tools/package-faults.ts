import semver from "semver";
import { held, nameOf, npm, placesOf, type Release, versionAt } from "./package-age";

/** What `npm audit --json` tells of one package: its own faults, and by name those of packages that it needs. */
interface Vulnerable {
  nodes: string[];
  via: (string | { title: string; severity: string; range: string })[];
}
interface Told {
  vulnerabilities?: Record<string, Vulnerable>;
  statusCode?: number;
}

/** Days within which a fault is mended once a version without it is there: docs/security-rules.md#packages. */
const days: Record<string, number> = { critical: 3, high: 14 };
const daysOfOthers = 90;

/** By the registry of npm; a text where it answers none, why. */
export async function askFaults(): Promise<Record<string, Vulnerable> | string> {
  const { vulnerabilities, statusCode } = (await npm(["audit", "--omit=dev", "--package-lock-only", "--json"])) as Told;
  return vulnerabilities ?? (statusCode ? `it answers ${statusCode}` : "it does not answer");
}

/** Those that were read of where no registry lists them. */
export function knownFaults(): Record<string, Vulnerable> {
  const known = Object.entries(held.faults).flatMap(([name, faults]) =>
    faults.map((fault) => {
      const nodes = placesOf(name).filter((place) => semver.satisfies(versionAt(place)!, fault.range));
      return [`${name}: ${fault.title}`, { nodes, via: [fault] }] satisfies [string, Vulnerable];
    }),
  );
  return Object.fromEntries(known);
}

/** The faults that a newer version, of whatever line, has been without for longer than their time, each in a line. */
export async function findOverdue(
  faults: Record<string, Vulnerable>,
  releasesOf: (name: string) => Promise<Release[]>,
  now: Date,
): Promise<string[]> {
  const found: string[] = [];
  for (const { nodes, via } of Object.values(faults))
    for (const place of nodes) {
      const [name, version] = [nameOf(place), versionAt(place)];
      const own = via.filter((one) => typeof one !== "string");
      if (!version || own.length === 0) continue;
      const releases = (await releasesOf(name)).filter((one) => semver.valid(one.version));
      for (const { title, severity, range } of own) {
        const mended = releases
          .filter(
            (one) =>
              semver.gt(one.version, version) &&
              !semver.prerelease(one.version) &&
              !semver.satisfies(one.version, range),
          )
          .map(({ date }) => date.getTime());
        const due = Math.min(...mended) + (days[severity] ?? daysOfOthers) * 86_400_000;
        if (due < now.getTime()) found.push(`${name}@${version}: ${title} (${severity})`);
      }
    }
  return [...new Set(found)].sort();
}
