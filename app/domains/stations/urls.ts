export const stationsUrl = "/station/station-management";
export const stationUrl = (station: { staUuid: string }) => `${stationsUrl}/${station.staUuid}`;
