import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type GetDMMFError, getDMMF } from "@prisma/get-dmmf";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { removeData } from "@/e2e/testing/launcher";
import { copyOfTemplate, query } from "@/e2e/testing/template";
import { type Postgres, startPostgres } from "../postgres/postgres";
import { applyMigrations } from "./migrate";

const dataDir = copyOfTemplate("migrate");
const folder = join(dataDir, "migrations");
let postgres: Postgres;
let url: string;
let databases = 0;

beforeAll(async () => {
  postgres = await startPostgres({ dataDir });
});
afterAll(() => removeData(dataDir));
beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  cpSync("prisma/migrations", folder, { recursive: true });
  const name = `migrate_${++databases}`;
  await query(postgres.url, `CREATE DATABASE ${name}`);
  url = postgres.url.replace(/\/pets$/, `/${name}`);
});

function addMigration(name: string, sql: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, "migration.sql"), sql);
}

describe("applyMigrations", () => {
  test("applies missing migrations in order, each once, and four concurrent starts take turns", async () => {
    const results = await Promise.all(Array.from({ length: 4 }, () => applyMigrations(url, folder)));
    expect(results.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
    addMigration("9999_used", "CREATE FUNCTION g() RETURNS int LANGUAGE sql AS $$ SELECT f(); $$;");
    addMigration("9998_made", "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1; $$;");
    expect(await applyMigrations(url, folder)).toEqual({ applied: ["9998_made", "9999_used"] });
    expect(await query(url, "SELECT g()")).toEqual([{ g: 1 }]);
  });

  test("an edited migration is reported and nothing is applied", async () => {
    await applyMigrations(url, folder);
    appendFileSync(join(folder, "0001_schema", "migration.sql"), "\n-- edited\n");
    addMigration("9999_more", "CREATE TABLE more (id int)");
    await expect(applyMigrations(url, folder)).rejects.toThrow(/^Migration 0001_schema was edited/);
    expect(await query(url, "SELECT to_regclass('more') AS more")).toEqual([{ more: null }]);
  });

  test("a migration that fails changes nothing, is named, and is applied once its text is corrected", async () => {
    addMigration("9999_bad", "CREATE TABLE half (id int);\nSELECT nothing_like_this();");
    await expect(applyMigrations(url, folder)).rejects.toThrow(
      /^Migration 9999_bad failed: function nothing_like_this\(\) does not exist$/,
    );
    expect(await query(url, "SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
    writeFileSync(join(folder, "9999_bad", "migration.sql"), "CREATE TABLE half (id int)");
    expect(await applyMigrations(url, folder)).toEqual({ applied: ["9999_bad"] });
  });

  test("a database of an older or a newer version is refused and not changed", async () => {
    addMigration("0000_other", "CREATE TABLE other (id int)");
    await applyMigrations(url, folder);
    rmSync(join(folder, "0000_other"), { recursive: true });
    addMigration("9999_more", "CREATE TABLE more (id int)");
    await expect(applyMigrations(url, folder)).rejects.toThrow(
      /^The database has the migration 0000_other, which this version does not know: [^\n]+$/,
    );
    expect(await query(url, "SELECT to_regclass('more') AS more")).toEqual([{ more: null }]);
  });
});

test("an empty migration, which somebody has just begun, is not applied", async () => {
  addMigration("9999_more", "");
  await expect(applyMigrations(url, folder)).rejects.toThrow(/^Migration 9999_more is empty$/);
});

describe("the migrated database is what prisma/schema.prisma says", () => {
  const document = getDMMF({ datamodel: readFileSync("prisma/schema.prisma", "utf8") });
  const { models, enums, indexes } = (document as Exclude<typeof document, GetDMMFError>).datamodel;
  const tableOf = new Map(models.map(({ name, dbName }) => [name, dbName ?? name]));
  const enumOf = new Map(enums.map(({ name, dbName }) => [name, dbName ?? name]));
  const columnOf = (model: string, field: string) =>
    models.find(({ name }) => name === model)?.fields.find(({ name }) => name === field)?.dbName ?? field;
  const TYPES: Record<string, string> = {
    BigInt: "int8",
    Boolean: "bool",
    Bytes: "bytea",
    Decimal: "numeric",
    Int: "int4",
    Json: "jsonb",
    SmallInt: "int2",
    String: "text",
  };

  test("columns: type, length, required, default", async () => {
    const expected = models.flatMap((model) =>
      model.fields
        .filter(({ kind }) => kind !== "object")
        .map((field) => {
          const [native, bounds = []] = field.nativeType ?? [field.type, []];
          const type = field.kind === "enum" ? enumOf.get(field.type) : (TYPES[native] ?? native.toLowerCase());
          return {
            column: `${tableOf.get(model.name)}.${field.dbName ?? field.name}`,
            type: `${field.isList ? "_" : ""}${type}${bounds.length > 0 ? `(${bounds.join()})` : ""}`,
            // Prisma does not say whether a list may be null.
            required: field.isList || field.isRequired,
            default: field.hasDefaultValue,
          };
        }),
    );
    const found = await query(
      postgres.url,
      `SELECT relname || '.' || attname AS column,
         typname || coalesce(substring(format_type(atttypid, atttypmod) FROM '\\([\\d,]+\\)'), '') AS type,
         attnotnull OR typname LIKE '\\_%' AS required, atthasdef AS default
       FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_type ON pg_type.oid = atttypid
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
         AND relname <> '_prisma_migrations' AND typname NOT IN ('xid8', 'tsvector')`, // Prisma's model omits types that it does not know
    );
    expect(sorted(found)).toEqual(sorted(expected));
  });

  test("enums", async () => {
    const expected = enums.map(({ name, values }) => ({ name: enumOf.get(name), values: values.map((v) => v.name) }));
    const found = await query(
      postgres.url,
      `SELECT typname AS name, array_agg(enumlabel::text ORDER BY enumsortorder) AS values
       FROM pg_enum JOIN pg_type ON pg_type.oid = enumtypid GROUP BY typname`,
    );
    expect(sorted(found)).toEqual(sorted(expected));
  });

  test("keys and indexes, except those on expressions and parts, which Prisma cannot name", async () => {
    const expected = indexes.map(({ model, type, fields }) => {
      const columns = fields.map(
        ({ name, sortOrder }) => columnOf(model, name) + (sortOrder === "desc" ? " DESC" : ""),
      );
      return `${tableOf.get(model)} ${type} (${columns.join(", ")})`;
    });
    const found = await query(
      postgres.url,
      `SELECT indrelid::regclass || ' ' || CASE WHEN indisprimary THEN 'id' WHEN indisunique THEN 'unique' ELSE 'normal' END
         || substring(pg_get_indexdef(indexrelid) FROM ' \\([^)]*\\)') AS index
       FROM pg_index WHERE indrelid::regclass::text <> '_prisma_migrations' AND indexprs IS NULL AND indpred IS NULL
         AND indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`,
    );
    expect(found.map(({ index }) => String(index).replaceAll('"', "")).sort()).toEqual(expected.sort());
  });

  test("foreign keys", async () => {
    const actions: Record<string, string> = { Cascade: "c", Restrict: "r", SetNull: "n" };
    const expected = models.flatMap((model) =>
      model.fields
        .filter(({ relationFromFields }) => relationFromFields?.length)
        .map(({ name, type, relationFromFields = [], relationToFields = [], relationOnDelete = "" }) => ({
          key: `${tableOf.get(model.name)} (${relationFromFields.map((field) => columnOf(model.name, field))})`,
          target: `${tableOf.get(type)} (${relationToFields.map((field) => columnOf(type, field))})`,
          onDelete: actions[relationOnDelete] ?? name,
        })),
    );
    const found = await query(
      postgres.url,
      `SELECT conrelid::regclass || substring(pg_get_constraintdef(oid) FROM ' \\(.*?\\)') AS key,
         substring(pg_get_constraintdef(oid) FROM 'REFERENCES (.*?)\\(') || ' ' ||
           substring(pg_get_constraintdef(oid) FROM 'REFERENCES .*?(\\(.*?\\))') AS target, confdeltype AS "onDelete"
       FROM pg_constraint WHERE contype = 'f'`,
    );
    expect(sorted(found)).toEqual(sorted(expected));
  });
});

function sorted(rows: object[]): string[] {
  return rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();
}
