export const pictureKinds: Readonly<Record<string, string>> = {
  "image/jpeg": "JPEG",
  "image/png": "PNG",
  "image/webp": "WebP",
};

export const removalOf = (field: string) => `${field}Removed`;
