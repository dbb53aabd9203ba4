/** The versions of stations' records that a person has before them, as the form carries them. */
export const formatVersions = (stations: Iterable<{ staUuid: string; version: number }>) =>
  [...stations].map(({ staUuid, version }) => `${staUuid}:${version}`).join(" ");

export function parseVersions(text: string): Map<string, number> {
  return new Map(
    [...text.matchAll(/([0-9a-f]{32}):(\d{1,9})/g)].map(([, staUuid, version]) => [staUuid!, Number(version)]),
  );
}
