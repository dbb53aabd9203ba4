export const multiFilesUrl = "/voice/file-management/files";
export const multiFileUrl = ({ multiUuid }: { multiUuid: string }) => `${multiFilesUrl}/${multiUuid}`;
export const catalogUrl = "/voice/file-management/catalog";
export const piecesUrl = `${multiFilesUrl}/upload`;
