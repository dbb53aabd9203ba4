/** Where a form of the frame comes back to. */
export function Back({ to }: { to: string }) {
  return <input type="hidden" name="back" value={to} />;
}
