export const tasksUrl = "/voice/issue-task";
export const taskUrl = ({ taskUuid }: { taskUuid: string }) => `${tasksUrl}/${taskUuid}`;
export const detailUrl = ({ detailUuid }: { detailUuid: string }) => `${tasksUrl}/details/${detailUuid}`;
export const announcedUrl = `${tasksUrl}/announced`;
export const draftUrl = (draftUuid: string, step: "files" | "whom" | "how" | "confirm") =>
  `${tasksUrl}/new/${draftUuid}/${step}`;
