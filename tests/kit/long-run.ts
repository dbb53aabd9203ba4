/** Whether everything is asked, as before a release (`npm run test:long`), not only what differs. */
export const isLongRun = process.env.TESTS === "long";
