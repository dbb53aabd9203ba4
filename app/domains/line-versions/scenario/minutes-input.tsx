interface MinutesInputProps {
  name: string;
  label: string;
  value: number | null;
  placeholder?: string;
}

export function MinutesInput({ name, label, value, placeholder }: MinutesInputProps) {
  return (
    <input
      name={name}
      defaultValue={value ?? ""}
      inputMode="decimal"
      size={4}
      autoComplete="off"
      aria-label={label}
      placeholder={placeholder}
    />
  );
}
