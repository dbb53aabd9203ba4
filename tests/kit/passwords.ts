/** The logins of the demo city as the tests make it. */
export const passwords = { admin: "Guang-Chang-4471", demo: "Ren-Min-Lu-8832" };
