export function Back({ to }: { to: string }) {
  return <input type="hidden" name="back" value={to} />;
}
