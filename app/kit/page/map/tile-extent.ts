export const EXTENT = 4096;
