import { Children, isValidElement, type ReactElement, type ReactNode } from "react";
import type { Field } from "~/kit/page/forms/field";
import { ErrorSummary, labelsIn } from "~/kit/page/forms/form-parts";
import { changeTick } from "./bulk-changes";
import styles from "./bulk-change-form.module.css";
import { BulkPost } from "./bulk-post";
import type { BulkAnswer } from "./bulk.server";

export type ChangeForm = Parameters<typeof ErrorSummary>[0]["form"] & { initialValue?: unknown };

interface BulkChangeFormProps {
  form: ChangeForm;
  picked: { count: number; digest: string };
  refusals: BulkAnswer["refusals"];
  /** The fields, one element each. */
  children: ReactNode;
}

/** The fields to change of many records, each with its tick. */
export function BulkChangeForm({ form, picked, refusals, children }: BulkChangeFormProps) {
  const count = picked.count.toLocaleString("zh-CN");
  const ticked = ticksIn(form.initialValue);
  return (
    <>
      {refusals && <Refusals {...refusals} />}
      <BulkPost
        id={form.id}
        picked={picked}
        keepsTyping
        buttons={
          <>
            <button className="button primary">修改 {count} 条</button>
            {refusals && refusals.others > 0 && (
              <button className="button" name="skip" value="1">
                跳过不能修改的，修改其余 {refusals.others.toLocaleString("zh-CN")} 条
              </button>
            )}
          </>
        }
      >
        <ErrorSummary form={form} labels={labelsIn(children)} />
        <p className="quiet">勾选的字段会写入全部 {count} 条记录，其他字段不变；勾选而留空表示清空。</p>
        <div className={styles.fields}>
          {Children.map(
            children,
            (child) =>
              isValidElement<{ field: Field; label: string }>(child) && <Change child={child} ticked={ticked} />,
          )}
        </div>
      </BulkPost>
    </>
  );
}

function Change({
  child,
  ticked,
}: {
  child: ReactElement<{ field: Field; label: string }>;
  ticked: readonly string[];
}) {
  const { field, label } = child.props;
  return (
    <div className={styles.change} data-change="">
      <label>
        <input
          type="checkbox"
          name={changeTick}
          value={field.name}
          defaultChecked={ticked.includes(field.name)}
          aria-label={`修改${label}`}
        />{" "}
        修改
      </label>
      {child}
    </div>
  );
}

function Refusals({ count, first }: NonNullable<BulkAnswer["refusals"]>) {
  return (
    <div role="alert" className="notice bad">
      <p>有 {count} 条不能这样修改，没有修改任何记录：</p>
      <ul>
        {first.map(({ name, message }, index) => (
          <li key={index}>
            {name}：{message}
          </li>
        ))}
      </ul>
      {first.length < count && <p>以及另外 {count - first.length} 条。</p>}
    </div>
  );
}

function ticksIn(typed: unknown): string[] {
  const ticks = (typed as Record<string, unknown> | undefined)?.[changeTick];
  return [ticks ?? []].flat().map(String);
}
