/** Whether a line that is drawn in this thread, as roads are, is missing on the picture that is handed on. */
export function drawsBlank(): boolean {
  const [drawn, read] = [new OffscreenCanvas(8, 8), new OffscreenCanvas(8, 8)];
  const line = new Path2D();
  line.moveTo(0, 4);
  line.lineTo(8, 4);
  const pen = drawn.getContext("2d")!;
  pen.lineWidth = 4;
  pen.stroke(line);
  const reader = read.getContext("2d")!;
  reader.drawImage(drawn.transferToImageBitmap(), 0, 0);
  return !reader.getImageData(0, 0, 8, 8).data.some((value) => value !== 0);
}
