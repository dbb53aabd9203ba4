export type FaultReason = "short" | "escape" | "checksum" | "length" | "encrypted" | "part" | "body" | "endless";

/** Why a frame or message is refused; the only error that reading one throws. */
export class FrameFault extends Error {
  override name = "FrameFault";
  constructor(
    readonly reason: FaultReason,
    message: string,
  ) {
    super(message);
  }
}
