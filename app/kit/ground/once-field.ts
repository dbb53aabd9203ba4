export const onceField = "once";
