export interface HeldFile {
  kind: number;
  no: string;
  version: string;
  crc32?: string;
}

/** Sizes and sums stand where the transport tells them. */
export interface FetchJob extends HeldFile {
  detailUuid: string;
  url: string;
  size?: number;
  crc32?: string;
  sha256?: string;
  attempt?: number;
  /** Used from then on; else at once. */
  activateAt?: string | null;
}

export interface TaskQuestion {
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

/** Bytes of a file from where they were asked for, and the size and sum of the whole. */
export interface Piece {
  bytes: Buffer;
  size: number;
  sha256: string;
}

/** How a simulated terminal speaks with the program; each throws where nothing came back. */
export interface Transport {
  poll(asked: TaskQuestion): Promise<{ next: number; jobs: FetchJob[]; recalled?: HeldFile[] }>;
  /** A file from what the terminal has of it on; half of the rest where it is to stop in the middle. */
  download(job: FetchJob, have: Have, stops: boolean): Promise<Piece>;
  progress(sent: { detailUuid: string; percent: number; code: string }): Promise<void>;
  result(sent: Outcome): Promise<void>;
  close?(): void;
}

export type Have = Pick<Piece, "bytes" | "sha256"> | undefined;
