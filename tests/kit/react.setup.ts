/** Loads React as the program has it, which a process then keeps: its other half looks for faults that nobody reads of, and slower. */
const { NODE_ENV } = process.env;
process.env.NODE_ENV = "production";
await Promise.all([import("react"), import("react/jsx-runtime"), import("react-dom"), import("react-dom/server")]);
process.env.NODE_ENV = NODE_ENV;

export {};
