import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { FOLDED_NAMES } from "@/e2e/testing/folded-names";
import { pool } from "@/lib/database/pool";
import { setClock } from "@/lib/process/clock";
import { foldName } from "@/lib/values/search";
import { expectPets, idsOf, walk } from "../support/answers";
import { asOwner, suiteService } from "../support/service";

const service = suiteService();
afterEach(() => setClock(null));

async function store(names: readonly string[]): Promise<void> {
  await asOwner("TRUNCATE pets RESTART IDENTITY CASCADE");
  await pool().query(
    "INSERT INTO pets (name, category_id) SELECT name, 1 FROM unnest($1::text[]) WITH ORDINALITY AS t (name, n) ORDER BY n",
    [names],
  );
}

/** The names that a search finds, newest first. */
async function find(q: string): Promise<string[]> {
  const answer = await service.call(`GET /v1/pets?limit=100&q=${encodeURIComponent(q)}`);
  return expectPets(answer).map(({ name }) => name);
}

/** As the database folds a name: it searches 600 characters of it. */
const fold = (text: string) => [...foldName(text)].slice(0, 600).join("").replace(/ $/, "");

/** What a word begins after: everything but letters, digits and marks. */
const BREAK = /[^\p{L}\p{N}\p{M}]/u;

/** Whether a search finds a name. */
function matches(name: string, q: string): boolean {
  const [text, searched] = [fold(name), fold(q)];
  if ([...searched].length > 2) return text.includes(searched);
  const starts = [...text].flatMap((_, index, all) =>
    index === 0 || BREAK.test(all[index - 1] ?? "") ? [all.slice(index).join("")] : [],
  );
  return searched === "" || starts.some((start) => start.startsWith(searched));
}

/** The everyday characters of many scripts, from the first to the last code point of each block. */
const BLOCKS = [
  "20-7e a0-24f 1e00-1eff 370-3ff 1f00-1fff 400-52f 530-58f 10a0-10ff", // Europe
  "590-5ff 600-6ff fe70-fefc 700-74f 780-7bf 1200-137f 13a0-13ff",
  "900-97f 980-9ff b80-bff e00-e7f e80-eff f00-fff 1000-109f 1780-17b3 17b6-17ff",
  "1100-115e ac00-ae00 3000-312f 4e00-5000 f900-fa60 ff01-ff9f",
  "1f300-1f64f 2070-218b 2460-24ff 1d400-1d4ff", // pictures, and letters and digits in other forms
];
/** Accents, joiners, directions and variations. */
const MARKS = "300-36f ad-ad 200b-200f 2060-2064 20d0-20f0 fe00-fe0f";

/** The characters of each block. */
const charactersOf = (blocks: string) =>
  blocks.split(" ").map((block) => {
    const [first = 0, last = 0] = block.split("-").map((digits) => Number.parseInt(digits, 16));
    const all = Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    return all.filter((character) => !/[\p{Cn}\p{Cc}\u061C]/u.test(character));
  });
const marks = fc.constantFrom(...charactersOf(MARKS).flat());
const separators = fc.constantFrom(...` -'’"“„«([/.,&+‘¡¿–—:;!?_{·「\\|~×§`);

/** Names, each in a single script, with marks and separators. */
const nameOfAnyScript: fc.Arbitrary<string> = fc.constantFrom(...BLOCKS.flatMap(charactersOf)).chain((characters) => {
  const letters = fc.constantFrom(...characters);
  const any = fc.oneof(
    { weight: 8, arbitrary: letters },
    { weight: 1, arbitrary: marks },
    { weight: 1, arbitrary: separators },
  );
  return fc.array(any, { minLength: 1, maxLength: 12 }).map((all) => all.join(""));
});

const NAMES = [
  ...["Bella", "bella rose", "Anabella", "Śliwka", "Żofka", "Zoë", "ZOE", "Zoe\u0308", "Müsli", "Straße", "STRASSE"],
  ...["Møns", "Łatka", "Æsop", "Cœur", "Þór", "Iğdır", "ığdır", "İnci", "inci", "IRMAK", "ﬁfi", "Ǆemal", "①②③"],
  ...["Муся", "МУСЯ", "Ёжик", "ежик", "Йошка", "Σωκράτης", "ΣΩΚΡΑΤΗΣ", "Ἀθηνᾶ", "أحمد", "احمد", "مِشمِش", "שָׁלוֹם", "שלום"],
  ...["小狗", "小猫咪", "たろう", "がく", "かく", "ガク", "바둑이", "반달이", "ข้าวปั้น", "ข้าวเหนียว", "शेरू", "शेरा"],
  ...["🐶", "🐶🐱", "❤️", "❤", "👨‍👩‍👧", "100%", "50%_off", "a_b", "axb", "C:\\dog", "Anne-Marie", "O'Neill", "(Rex)"],
  ...["Rex \u2067של\u2069", "x".repeat(255), "🐕".repeat(255), "a  b", "  a b", "Mr. T", "!!!", "- -", "''", "\u200bX"],
  ...[`Ali ${"\ufdfa".repeat(251)}`, "Max + Moritz", "‘Bo’", "¡Rudi!", "Pit–Pia", "शेरू—बिल्ला", "小「大」", "½x"],
];

describe("GET /v1/pets?q", () => {
  beforeAll(() => store(NAMES));

  test.each([
    ["bell", ["Anabella", "bella rose", "Bella"]],
    ["zoe", ["Zoe\u0308", "ZOE", "Zoë"]],
    ["STRAẞE", ["STRASSE", "Straße"]],
    ["猫咪", []],
    ["0%", []],
    ["a_b", ["a_b"]],
    ["c:\\", ["C:\\dog"]],
    ["(r", ["(Rex)"]],
    ["बि", ["शेरू—बिल्ला"]],
    // After a mark or a digit, a word continues.
    ["ल", []],
    ["nobody", []],
  ])("%s finds %j", async (q, names) => {
    expect(await find(q)).toEqual(names);
  });

  test("names are compared as in the browser", async () => {
    const text =
      "SELECT array_agg(pets_fold(name) ORDER BY n) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS t (name, n)";
    const { rows } = await pool().query(text, [FOLDED_NAMES.map(([name]) => name)]);
    expect(rows).toEqual([{ folded: FOLDED_NAMES.map(([, folded]) => folded) }]);
  });

  test("new and changed names are found, however they are stored, and earlier names are not", async () => {
    const add = await service.call("POST /v1/pets", { body: `{"name":"Wünsche Ŧwo","categoryId":1}` });
    const once = await service.call("POST /v1/pets", {
      body: `{"name":"Wunsche Three","categoryId":1}`,
      headers: { "idempotency-key": "search-1" },
    });
    expect([add.status, once.status]).toEqual([201, 201]);
    expect(await find("wunsche t")).toEqual(["Wunsche Three", "Wünsche Ŧwo"]);
    const location = String(add.headers.location);
    await service.call(`PATCH ${location}`, { body: `{"name":"Żaba"}`, headers: { "if-match": "*" } });
    expect(await find("wunsche")).toEqual(["Wunsche Three"]);
    expect(await find("zaba")).toEqual(["Żaba"]);
    await service.call(`DELETE ${location}`, { headers: { "if-match": "*" } });
    expect(await find("zaba")).toEqual([]);
  });
});

describe("GET /v1/pets?q – names of many scripts", () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  const stored = [...NAMES, ...fc.sample(nameOfAnyScript, { seed, numRuns: 300 })];
  beforeAll(() => store(stored));

  test("property: agrees with a plain model, whatever is searched, page by page in both orders", async () => {
    const piece = fc
      .tuple(fc.constantFrom(...stored), fc.nat(254), fc.integer({ min: 1, max: 100 }))
      .map(([name, start, length]) =>
        [...name]
          .slice(start % [...name].length)
          .slice(0, length)
          .join(""),
      );
    const change = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
      (text: string) => text.normalize("NFD"),
      (text: string) => [...text].join("\u0301"),
    );
    const symbols = fc.string({ unit: fc.constantFrom(...`%_\\.*+?^$(){}[]|-'"/ aB`), minLength: 1, maxLength: 4 });
    const query = fc
      .oneof(
        { weight: 3, arbitrary: fc.tuple(piece, change).map(([text, change]) => change(text)) },
        { weight: 1, arbitrary: nameOfAnyScript },
        { weight: 1, arbitrary: symbols },
      )
      .filter((text) => [...text].length <= 100);
    const sort = fc.constantFrom("newest", "oldest");
    await fc.assert(
      fc.asyncProperty(query, sort, fc.integer({ min: 10, max: 100 }), async (q, order, limit) => {
        const expected = stored.flatMap((name, index) => (matches(name, q) ? [BigInt(index + 1)] : []));
        if (order === "newest") expected.reverse();
        const start = `/v1/pets?limit=${limit}&sort=${order}&q=${encodeURIComponent(q)}`;
        const { pages, last } = await walk(service, start, "next");
        expect(idsOf(pages)).toEqual(expected);
        expect(idsOf((await walk(service, last, "prev")).pages.toReversed())).toEqual(expected);
      }),
      { seed, numRuns: 20 },
    );
  }, 120_000);
});
