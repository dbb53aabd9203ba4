import { OnceField } from "~/kit/page/forms/once";

interface RestoreAgainProps {
  recordKey: string;
  message: string;
  newCode: string;
  label: string;
  maxLength: number;
}

/** Asks for a new code where the deleted record's own has been taken meanwhile. */
export function RestoreAgain({ recordKey, message, newCode, label, maxLength }: RestoreAgainProps) {
  return (
    <form method="post" className="notice warn" role="alert">
      <OnceField />
      <p>
        无法恢复：{message}。请填写{label}再恢复。
      </p>
      <input type="hidden" name="key" value={recordKey} />
      <label>
        {label}：<input name="newCode" defaultValue={newCode} maxLength={maxLength} required autoFocus />
      </label>{" "}
      <button className="button">恢复</button>
    </form>
  );
}
