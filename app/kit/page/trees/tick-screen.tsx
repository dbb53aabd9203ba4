import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { z } from "zod";
import type { Reply } from "~/kit/page/forms/read-form";
import { recordKey, version } from "~/kit/page/forms/rules";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import type { Conflict } from "~/kit/ground/problem";
import { FormScreen } from "~/kit/page/screens";
import { type TickNode, TickTree } from "./tick-tree";

/** What the form of ticks sends; `version` stands for the set that was shown. */
export const Ticked = z.object({ keys: z.array(recordKey).max(5000, "一次最多 5000 项").default([]), version });

interface TickScreenProps {
  label: string;
  tree: readonly TickNode[];
  keys: string[];
  version: number;
  cancelTo: string;
  note?: ReactNode;
  alone?: boolean;
  disabled?: boolean;
}

/** A page that says by ticks what belongs to a record; after a stale save it names what the other person has ticked. */
export function TickScreen({ label, tree, keys, version: shown, cancelTo, note, alone, disabled }: TickScreenProps) {
  const { reply, conflict, look } =
    (useActionData() as { reply?: Reply; conflict?: Conflict; look?: string } | undefined) ?? {};
  const [form, fields] = useRoomForm(Ticked, reply, { keys });
  return (
    <FormScreen
      form={{ id: form.id, allErrors: form.allErrors }}
      cancelTo={cancelTo}
      version={conflict?.theirVersion ?? shown}
      labels={{ keys: label }}
      note={note}
    >
      {conflict && <Beside conflict={conflict} />}
      <p>
        <input type="hidden" name="looked" value={look ?? ""} />
        <input
          type="search"
          name="look"
          defaultValue={look}
          aria-label={`在${label}中查找`}
          placeholder="名称"
          maxLength={64}
        />{" "}
        <button className="button" name="do" value="look" formNoValidate>
          查找
        </button>
      </p>
      <TickTree field={fields.keys} label={label} tree={tree} alone={alone} disabled={disabled} look={look} whole />
    </FormScreen>
  );
}

function Beside({ conflict: { mine, theirs, changedBy, changedAt } }: { conflict: Conflict }) {
  const [yours, others] = [mine, theirs].map((side) => Object.values(side).flat().join("、"));
  return (
    <div className="notice warn" role="alert">
      <p>
        {changedBy}在您打开此页之后（{changedAt}）保存过，您的勾选还没有保存。再次保存就以您的勾选为准，或者
        <a href="?">放弃我的勾选</a>。
      </p>
      {others && <p>对方勾选而您没有：{others}</p>}
      {yours && <p>您勾选而对方没有：{yours}</p>}
    </div>
  );
}
