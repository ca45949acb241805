import { registerHooks } from "node:module";

const library = import.meta.resolve("./typescript-6.cjs");

// Generators use the compiler as a library, which TypeScript 7 does not have.
registerHooks({
  resolve: (specifier, context, next) => next(specifier === "typescript" ? library : specifier, context),
});
