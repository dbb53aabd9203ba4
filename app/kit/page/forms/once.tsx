import { onceField } from "~/kit/ground/once-field";

/** In the shape of a record's key: the time, then chance. */
const newFormKey = () => Date.now().toString(16).padStart(12, "0") + crypto.randomUUID().replaceAll("-", "").slice(12);

/** In a form that changes something: pressed twice, it changes it once, as `answerOnce` sees to. A form shown again keeps its `value`. */
export const OnceField = ({ value = newFormKey() }: { value?: string }) => (
  <input type="hidden" name={onceField} value={value} />
);
