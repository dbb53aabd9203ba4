/** What was found in a line file as a page shows it, with the way to its node. */
export interface ShownFault {
  message: string;
  node?: string;
  href?: string;
}

interface Props {
  faults: readonly ShownFault[];
  /** How many there are where only the first are given. */
  total?: number;
}

export function FaultList({ faults, total = faults.length }: Props) {
  if (total === 0) return null;
  return (
    <ul>
      {faults.map(({ message, node, href }, at) => (
        <li key={at}>
          {node && <a href={href}>{node}</a>}
          {node && "："}
          {message}
        </li>
      ))}
      {total > faults.length && <li>还有 {total - faults.length} 个，先处理以上的。</li>}
    </ul>
  );
}
