import { readParameters } from "~/kernel/db/parameters.server";

export { readParameters };

export interface ParameterValue {
  spCode: string;
  spValue: string;
}

/** Operations parameters by spCode, in the order asked; codes that do not exist are left out. */
export async function parametersByCode(spCodes: readonly string[]): Promise<ParameterValue[]> {
  const values = await readParameters(spCodes, "ops");
  return spCodes.flatMap((spCode) => (spCode in values ? [{ spCode, spValue: values[spCode]! }] : []));
}
