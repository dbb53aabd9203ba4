/** What a terminal has. */
export interface HeldFile {
  kind: number;
  no: string;
  version: string;
}

export interface FetchJob extends HeldFile {
  detailUuid: string;
  url: string;
  size: number;
  crc32: string;
  sha256: string;
  attempt: number;
}

export interface Asked {
  deviceNo: string;
  reported: HeldFile[];
  free: number;
  position?: object;
}

export interface Outcome {
  detailUuid: string;
  state: 2 | 3;
  crc32?: string;
  error?: string;
  attempt?: number;
}

/** How a simulated terminal speaks with the program; each throws where nothing came back. */
export interface Transport {
  poll(asked: Asked): Promise<{ next: number; jobs: FetchJob[] }>;
  /** Bytes from `from` on; fewer than asked for where the terminal is to stop in the middle. */
  download(job: FetchJob, from: number, stopAfter?: number): Promise<Buffer>;
  progress(sent: { detailUuid: string; percent: number; code: string }): Promise<void>;
  result(sent: Outcome): Promise<void>;
}
