export function Flash({ kind, text }: { kind: "success" | "warning" | "error"; text: string }) {
  const look = { success: "good", warning: "warn", error: "bad" }[kind];
  return (
    <p className={`notice ${look}`} role={kind === "success" ? "status" : "alert"}>
      {text}
    </p>
  );
}
