import { ProgressScreen } from "~/kit/page/screens";
import { importStates, type ImportState } from "./import-states";

interface ImportProgressProps {
  row: { state: ImportState; phase: string | null; progress: number };
  url: string;
  mayCancel: boolean;
}

/** An import under way, which may be given up until it writes. */
export function ImportProgress({ row, url, mayCancel }: ImportProgressProps) {
  return (
    <ProgressScreen
      step={[importStates[row.state], row.phase].filter(Boolean).join("：")}
      done={row.progress}
      state="running"
      actions={
        mayCancel &&
        row.state !== "applying" && (
          <a className="button" href={`${url}/cancel`}>
            取消导入
          </a>
        )
      }
    />
  );
}
