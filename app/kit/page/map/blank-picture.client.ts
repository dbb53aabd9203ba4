const rows = 64;

/** Whether nothing at all stands on a picture, read a strip at a time: mostly the first tells. */
export function isBlank(picture: ImageBitmap): boolean {
  const strip = new OffscreenCanvas(picture.width, rows);
  const pen = strip.getContext("2d", { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
  for (let top = 0; top < picture.height; top += rows) {
    pen.drawImage(picture, 0, -top);
    const { buffer } = pen.getImageData(0, 0, strip.width, rows).data;
    if (new Uint32Array(buffer).some((pixel) => pixel !== 0)) return false;
  }
  return true;
}
