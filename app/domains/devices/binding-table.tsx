import { outside } from "~/kit/data/access/outside";
import styles from "./devices.module.css";
import { ownerHref } from "./owner-link";
import { ownerKind, type OwnerKind } from "./choices";

interface BindingTableProps {
  bindings: {
    bindType: OwnerKind;
    bindUuid: string;
    name: string | null;
    beginTime: string | null;
    endTime: string | null;
    boundBy: string;
    unboundBy: string | null;
    reason: string | null;
  }[];
}

export function BindingTable({ bindings }: BindingTableProps) {
  if (bindings.length === 0) return <p className="quiet">还没有绑定过。</p>;
  return (
    <table className={styles.table}>
      <caption className="unseen">绑定记录</caption>
      <thead>
        <tr>
          <th scope="col">绑定对象</th>
          <th scope="col">绑定</th>
          <th scope="col">解绑</th>
          <th scope="col">原因</th>
        </tr>
      </thead>
      <tbody>
        {bindings.map((one, index) => (
          <tr key={index}>
            <td>
              {ownerKind(one.bindType).label}{" "}
              {one.name === null ? <span className="quiet">{outside}</span> : <a href={ownerHref(one)}>{one.name}</a>}
            </td>
            <td>
              {one.beginTime} {one.boundBy}
            </td>
            <td>{one.endTime ? `${one.endTime} ${one.unboundBy ?? ""}` : "绑定中"}</td>
            <td>{one.reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
