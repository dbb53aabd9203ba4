/** Largest picture of a record, in bytes. */
export const pictureLimit = 5 * 2 ** 20;

export const pictureKinds: Readonly<Record<string, string>> = {
  "image/jpeg": "JPEG",
  "image/png": "PNG",
  "image/webp": "WebP",
};

/** The tick that asks for a picture's removal, by the picture's field. */
export const removalOf = (field: string) => `${field}Removed`;
