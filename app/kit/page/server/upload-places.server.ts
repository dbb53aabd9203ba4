import type { Request, Response } from "express";

/** In bytes; a form with a small picture is no upload. */
const smallest = 1_000_000;

export class UploadPlaces {
  private readonly taken = new Map<Response, string>();

  constructor(private readonly most: { inAll: number; perAddress: number }) {}

  has(response: Response): boolean {
    return this.taken.has(response);
  }

  /** Takes a place until the answer is done; answers why there is none. */
  take(request: Request, response: Response): string | undefined {
    if (response.destroyed || this.has(response) || Number(request.get("content-length") ?? Infinity) <= smallest)
      return undefined;
    const address = request.ip ?? "";
    const here = [...this.taken.values()].filter((one) => one === address).length;
    if (this.taken.size >= this.most.inAll) return "同时上传的人较多，请半分钟后再试";
    if (here >= this.most.perAddress) return "从您这里同时上传的文件较多，请等其中一个完成后再试";
    this.taken.set(response, address);
    response.once("close", () => this.taken.delete(response));
    return undefined;
  }
}
