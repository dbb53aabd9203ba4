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

export default tseslint.config(
  { ignores: ["build/", "data/", "node_modules/", "public/", "test-results/", ".cache/"] },
  tseslint.configs.recommended,
  {
    plugins: { house: { rules: { "no-drawers": noDrawers } } },
    rules: {
      "house/no-drawers": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": ["error", { allow: ["error"] }],
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
            { name: "@tabler/icons-react", message: "The pictures are in app/shell/icons.svg." },
            { name: "@mantine/core/styles.css", message: "Import the styles of the components used, not all of them." },
          ],
        },
      ],
    },
  },
  { files: ["server.ts", "app/commands/**", "tests/**"], rules: { "no-console": "off" } },
);
