export const may = { read: "fence-event.read", write: "fence-event.write" } as const;

export const eventsUrl = "/electronic-fence/fence-events";
export const eventUrl = ({ eventUuid }: { eventUuid: string }) => `${eventsUrl}/${eventUuid}`;
