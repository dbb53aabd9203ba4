import { mkdirSync } from "node:fs";
import path from "node:path";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { settings } from "~/kit/ground/settings.server";

export async function disk(): Promise<Disk> {
  return (opened ??= settings().FILES_DRIVER === "s3" ? await openStore() : openFolder());
}

export function workFolder(): string {
  return path.join(settings().DATA_DIR, "incoming");
}

let opened: Disk | undefined;

function openFolder(): Disk {
  const location = path.join(settings().DATA_DIR, "files");
  // The data folder itself lets the database's account through, so this one closes behind it.
  mkdirSync(location, { recursive: true, mode: 0o700 });
  return new Disk(new FSDriver({ location, visibility: "private" }));
}

async function openStore(): Promise<Disk> {
  const { S3Driver } = await import("flydrive/drivers/s3");
  return new Disk(new S3Driver({ ...storeAccess(), supportsACL: false, visibility: "private" }));
}

/** How the S3-compatible store of the settings is reached. */
export function storeAccess() {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = settings();
  return {
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET!,
    credentials: { accessKeyId: S3_ACCESS_KEY!, secretAccessKey: S3_SECRET_KEY! },
    forcePathStyle: true,
    // Amazon's newer checksums come in a framing that many compatible stores keep as part of the file.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  } as const;
}
