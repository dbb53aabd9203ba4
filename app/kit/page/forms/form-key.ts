/** A value that tells one form from another, in the shape of a record's key: the time, then chance. */
export const newFormKey = () =>
  Date.now().toString(16).padStart(12, "0") + crypto.randomUUID().replaceAll("-", "").slice(12);
