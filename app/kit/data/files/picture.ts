export const pictureKinds: Readonly<Record<string, string>> = {
  "image/jpeg": "JPEG",
  "image/png": "PNG",
  "image/webp": "WebP",
};

/** Pictures that a browser shows and that can hold no script. */
export const shownPictures = /^image\/(png|jpeg|webp|gif|bmp)$/;

export const removalOf = (field: string) => `${field}Removed`;
