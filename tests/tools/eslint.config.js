import path from "node:path";
import tseslint from "typescript-eslint";

/** Remix's client router has no part in pages that are not hydrated. */
const routerParts = [
  "Form",
  "Link",
  "NavLink",
  "PrefetchPageLinks",
  "Scripts",
  "useFetcher",
  "useFetchers",
  "useNavigate",
  "useNavigation",
  "useSubmit",
];

const drawers = /^(utils?|helpers?|common|lib|misc|hooks?|types|services?|managers?|handlers?|base|generic|v2)$/;

/** A name that says nothing about what is inside. */
const noDrawers = {
  create: (context) => ({
    Program(node) {
      const file = path.relative(context.cwd, context.filename);
      const drawer = file.split(path.sep).find((part) => drawers.test(part.split(".")[0]));
      if (drawer) context.report({ node, message: `"${drawer}" says nothing: name it after what it holds.` });
    },
  }),
};

/** A file that only hands on what others export hides where things are, and brings all of them along. */
const noBarrels = {
  create: (context) => ({
    Program(node) {
      const handsOn = ({ type, source }) =>
        type === "ExportAllDeclaration" || (type === "ExportNamedDeclaration" && source);
      if (node.body.length > 0 && node.body.every(handsOn))
        context.report({ node, message: "Import from the files themselves, not from a file made only of re-exports." });
    },
  }),
};

/** The screens are one set, and a room's queries are its door. */
const barrels = ["app/kit/page/screens/index.ts", "app/kit/room/screens.ts", "app/domains/**/queries.server.ts"];

export default tseslint.config(
  { ignores: ["build/", "data/", "node_modules/", "public/", "test-results/", ".cache/"] },
  tseslint.configs.recommended,
  {
    plugins: { house: { rules: { "no-drawers": noDrawers, "no-barrels": noBarrels } } },
    rules: {
      "house/no-drawers": "error",
      "house/no-barrels": "error",
      "no-restricted-syntax": [
        "error",
        {
          selector:
            ":matches(SpreadElement, JSXSpreadAttribute) > :matches(ObjectExpression, ArrayExpression).argument",
          message: "Write the literal out instead of spreading it.",
        },
      ],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": ["error", { allow: ["error", "warn"] }],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "no-restricted-imports": [
        "error",
        {
          paths: [
            {
              name: "@remix-run/react",
              importNames: routerParts,
              message: "Pages are not hydrated: write plain <form> and <a href>.",
            },
            { name: "@tabler/icons-react", message: "The pictures are in app/kit/page/screens/icons.svg." },
            { name: "@mantine/core/styles.css", message: "Import the styles of the components used, not all of them." },
          ],
        },
      ],
    },
  },
  { files: barrels, rules: { "house/no-barrels": "off" } },
  { files: ["server.ts", "app/commands/**", "tests/**"], rules: { "no-console": "off" } },
);
