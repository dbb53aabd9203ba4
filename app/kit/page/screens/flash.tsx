interface FlashProps {
  kind: "success" | "warning" | "error";
  text: string;
  link?: { label: string; href: string };
}

export function Flash({ kind, text, link }: FlashProps) {
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
      {link && (
        <>
          {"　"}
          <a href={link.href}>{link.label}</a>
        </>
      )}
    </p>
  );
}
