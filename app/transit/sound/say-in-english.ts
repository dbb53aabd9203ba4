/** English with its short forms written out, numbers of three figures and more one by one, and letters apart from numbers. */
export function sayInEnglish(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/(?<!\d)(\d{1,2}):00(?!\d)/g, "$1 o'clock")
    .replace(/(?<!\d)(\d{1,2}):0(\d)(?!\d)/g, "$1 oh $2")
    .replace(/(?<!\d)(\d{1,2}):(\d\d)(?!\d)/g, "$1 $2")
    .replace(/([A-Za-z])(?=\d)|(\d)(?=[A-Z])/g, "$1$2 ")
    .replace(/\d{3,}/g, (number) => [...number].join(" "))
    .replace(/\b[A-Z]{2,4}\b/g, (letters) => (/[AEIOUY]/.test(letters) ? letters : [...letters].join(" ")))
    .replace(/\b(Rd|Ave|Blvd|No|Hosp|Univ|Stn|Sq)\b\.?/g, (short) => written[short.replace(".", "")]!)
    .replace(/&/g, " and ")
    .replace(/[()[\]{}<>"/|;:~→·_-]+/g, ", ")
    .replace(/\s*,[\s,]*/g, ", ")
    .replace(/\s+/g, " ")
    .replace(/^[,\s]+|[,\s]+$/g, "");
}

const written: Record<string, string> = {
  Rd: "Road",
  Ave: "Avenue",
  Blvd: "Boulevard",
  No: "Number",
  Hosp: "Hospital",
  Univ: "University",
  Stn: "Station",
  Sq: "Square",
};
