import type { Choice } from "~/kit/page/forms/field";
import { Section } from "./detail-screen";
import { Heading } from "./heading";

interface ChooseScreenProps {
  question: string;
  hint?: string;
  name: string;
  label: string;
  choices: readonly Choice[];
  query?: Record<string, string>;
  cancelTo: string;
}

/** Asks for the one thing that decides what the next form holds. */
export function ChooseScreen({ question, hint, name, label, choices, query = {}, cancelTo }: ChooseScreenProps) {
  return (
    <>
      <Heading />
      <Section title={question}>
        {hint && <p className="quiet">{hint}</p>}
        <form method="get">
          {Object.entries(query).map(([field, value]) => (
            <input key={field} type="hidden" name={field} value={value} />
          ))}
          <select name={name} aria-label={label}>
            {choices.map((one) => (
              <option key={one.value} value={one.value}>
                {one.label}
              </option>
            ))}
          </select>{" "}
          <button className="button primary">下一步</button>{" "}
          <a className="button" href={cancelTo}>
            取消
          </a>
        </form>
      </Section>
    </>
  );
}
