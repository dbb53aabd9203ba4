import type { ReactNode } from "react";
import { ConfirmScreen } from "~/kit/page/screens";

interface Props {
  fileName: string;
  /** The import's page. */
  backTo: string;
  error?: string;
  /** What will happen, a list item each. */
  children: ReactNode;
}

/** Asks before an import is taken back. */
export function UndoScreen({ fileName, backTo, error, children }: Props) {
  return (
    <ConfirmScreen question={`撤销导入 ${fileName}？`} cancelTo={backTo} confirm="撤销导入" error={error}>
      <ul>{children}</ul>
    </ConfirmScreen>
  );
}
