export function Flash({ kind, text }: { kind: "success" | "warning" | "error"; text: string }) {
  const look = { success: "good", warning: "warn", error: "bad" }[kind];
  return (
    <p
      className={`notice ${look}`}
      role={kind === "success" ? "status" : "alert"}
      tabIndex={-1}
      autoFocus
      data-notice=""
    >
      {text}
    </p>
  );
}
