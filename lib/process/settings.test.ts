import { afterEach, expect, test, vi } from "vitest";
import { parseEnv } from "./env";
import { setSettings, settings } from "./settings";

afterEach(() => {
  vi.unstubAllEnvs();
  setSettings(null);
});

test("without setSettings the environment at the first use counts", () => {
  vi.stubEnv("PORT", "4001");
  expect(settings().PORT).toBe(4_001);
  vi.stubEnv("PORT", "4002");
  expect(settings().PORT).toBe(4_001);
});

test("setSettings overrides the environment", () => {
  vi.stubEnv("DATABASE_URL", "postgresql://elsewhere/pets");
  const DATABASE_URL = "postgresql://localhost/pets";
  setSettings(parseEnv({ DATABASE_URL }));
  expect(settings().DATABASE_URL).toBe(DATABASE_URL);
});
