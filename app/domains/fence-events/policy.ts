export const may = { read: "fence-event.read" } as const;

export const eventsUrl = "/electronic-fence/fence-events";
export const eventUrl = ({ eventUuid }: { eventUuid: string }) => `${eventsUrl}/${eventUuid}`;
