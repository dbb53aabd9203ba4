import type { NodeExtra } from "../node-extra";
import type { Fault } from "../model";
import { faultAt, type Rule } from "./examined";

/** What is no longer to be heard when the file is made: it would only lie in the vehicle. */
export const endedRule: Rule = (examined) =>
  eachTyped(examined, ({ endDate }, name) =>
    endDate && endDate < examined.input.today
      ? ["endDate", `“${name}”的结束日期 ${endDate} 已过，不会再播报，请改日期或删除此节点`]
      : undefined,
  );

/** What falls silent by itself while the file is still in use. */
export const endsSoonRule: Rule = (examined) =>
  eachTyped(examined, ({ endDate }, name) =>
    endDate && endDate >= examined.input.today
      ? ["endDate", `“${name}”只播报到 ${endDate}，之后车上不再播报；还要播的请改日期后重新生成`]
      : undefined,
  );

/** A node's limit and that of its type's column are one thing to a driver. */
export const oneLimitRule: Rule = ({ nodes }) =>
  nodes.flatMap((one) => {
    const { limitSpeed, extra } = one.node;
    const isOther = limitSpeed !== undefined && extra?.limitValue && Number(extra.limitValue) !== limitSpeed;
    return isOther
      ? [
          faultAt(
            one,
            "extra.limitValue",
            `“${one.node.name}”的限速是 ${limitSpeed}，限速值却是 ${extra.limitValue} 公里/时，请改成一样`,
          ),
        ]
      : [];
  });

type FaultWords = (extra: NodeExtra, name: string) => readonly [column: string, message: string] | undefined;

function eachTyped({ nodes, input: { recipe } }: Parameters<Rule>[0], faultOf: FaultWords): Fault[] {
  return [
    ...nodes.flatMap((one) => {
      const fault = one.node.isBroadcast ? faultOf(one.node.extra ?? {}, one.node.name) : undefined;
      return fault ? [faultAt(one, `extra.${fault[0]}`, fault[1])] : [];
    }),
    ...recipe.publicNodes.flatMap(({ extra = {}, name }, at) => {
      const fault = faultOf(extra, name);
      return fault ? [{ path: `publicNodes[${at}].extra.${fault[0]}`, message: `公共语音${fault[1]}` }] : [];
    }),
  ];
}
