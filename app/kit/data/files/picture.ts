/** Media types of pictures taken in, and what people call them. */
export const pictureKinds: Readonly<Record<string, string>> = {
  "image/jpeg": "JPEG",
  "image/png": "PNG",
  "image/webp": "WebP",
};

/** The tick that asks for a picture's removal, by the picture's field. */
export const removalOf = (field: string) => `${field}Removed`;
