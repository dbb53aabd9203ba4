/** Units along a vector tile's side. */
export const EXTENT = 4096;
