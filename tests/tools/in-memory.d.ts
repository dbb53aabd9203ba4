/** Has the temporary files of this process and of those that it starts lie in memory until it ends, where there is room. */
export function keepTemporaryFilesInMemory(): void;
