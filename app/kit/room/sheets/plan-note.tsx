import { OnceField } from "~/kit/page/forms/once";
import type { KnownPlan } from "./import-row";

interface Props {
  plan: KnownPlan | null | undefined;
  /** Where it is sent which plan is read by: its key, none, or forget. */
  action: string;
  mayImport: boolean;
}

/** By which plan a file was read, or could be. */
export function PlanNote({ plan, action, mayImport }: Props) {
  if (!plan) return null;
  const changed = [
    plan.lacking.length > 0 && `少了 ${plan.lacking.join("、")}`,
    plan.more.length > 0 && `多了 ${plan.more.join("、")}`,
  ].filter(Boolean);
  return (
    <form method="post" action={action} className="notice">
      <OnceField />
      {plan.isApplied
        ? `按${plan.by}在 ${plan.at} 导入这种表格时的对应读取。`
        : `与${plan.by}在 ${plan.at} 导入的表格相似${changed.length > 0 ? `（${changed.join("，")}）` : ""}。`}{" "}
      {mayImport && plan.isApplied && (
        <>
          <button name="plan" value="none" className="button">
            这次不按它读取
          </button>{" "}
          <button name="plan" value="forget" className="button">
            忘记这种表格
          </button>
        </>
      )}
      {mayImport && !plan.isApplied && (
        <button name="plan" value={plan.planId} className="button">
          按那次的对应读取
        </button>
      )}
    </form>
  );
}
