const earthRadius = 6_371_008.8;
const radians = Math.PI / 180;

/** Great-circle distance in metres between two WGS84 positions. */
export function haversine(lngA: number, latA: number, lngB: number, latB: number): number {
  const across = Math.sin(((lngB - lngA) * radians) / 2);
  const along = Math.sin(((latB - latA) * radians) / 2);
  const half = along * along + Math.cos(latA * radians) * Math.cos(latB * radians) * across * across;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(half)));
}
