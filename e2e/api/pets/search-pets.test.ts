import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { FOLDED_NAMES } from "@/e2e/testing/folded-names";
import { pool } from "@/lib/database/pool";
import { setClock } from "@/lib/process/clock";
import { expectError, expectPets, idsOf, linkOf, walk } from "../support/answers";
import { fold, MAX_FOLDED, matches, nameOfAnyScript } from "../support/search-model";
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
async function find(q: string, more = ""): Promise<string[]> {
  const answer = await service.call(`GET /v1/pets?limit=100&q=${encodeURIComponent(q)}${more}`);
  return expectPets(answer).map(({ name }) => name);
}

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
    ["BELLA R", ["bella rose"]],
    ["zoe", ["Zoe\u0308", "ZOE", "Zoë"]],
    ["strasse", ["STRASSE", "Straße"]],
    ["STRAẞE", ["STRASSE", "Straße"]],
    ["inci", ["inci", "İnci"]],
    ["IĞDIR", ["ığdır", "Iğdır"]],
    ["ежик", ["ежик", "Ёжик"]],
    ["σωκρατης", ["ΣΩΚΡΑΤΗΣ", "Σωκράτης"]],
    ["احمد", ["احمد", "أحمد"]],
    ["שלום", ["שלום", "שָׁלוֹם"]],
    ["小狗", ["小狗"]],
    ["猫咪", []],
    ["小猫咪", ["小猫咪"]],
    ["바둑이", ["바둑이"]],
    ["바", ["바둑이"]],
    ["がく", ["がく"]],
    ["ข้าว", ["ข้าวเหนียว", "ข้าวปั้น"]],
    ["🐶", ["🐶🐱", "🐶"]],
    ["❤", ["❤", "❤️"]],
    ["0%", []],
    ["00%", ["100%"]],
    ["a_b", ["a_b"]],
    ["%_o", ["50%_off"]],
    ["c:\\", ["C:\\dog"]],
    ["ma", ["Max + Moritz", "Anne-Marie"]],
    ["mo", ["Max + Moritz", "Møns"]],
    ["ne", ["O'Neill"]],
    ["re", ["Rex \u2067של\u2069", "(Rex)"]],
    ["(r", ["(Rex)"]],
    ["bo", ["‘Bo’"]],
    ["ru", ["¡Rudi!"]],
    ["pi", ["Pit–Pia"]],
    ["ia", []],
    ["_o", ["50%_off"]],
    ["of", ["50%_off"]],
    ["बि", ["शेरू—बिल्ला"]],
    // After a mark or a digit, a word continues.
    ["ल", []],
    ["大", ["小「大」"]],
    ["🐱", ["🐶🐱"]],
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

  test("links keep the text", async () => {
    const answer = await service.call("GET /v1/pets?limit=1&q=b%C3%A9ll%26%25");
    expect(linkOf(answer, "first")?.searchParams.get("q")).toBe("béll&%");
  });

  for (const q of ["", "%00", "a%00b", "x".repeat(101), encodeURIComponent("🐶".repeat(101))]) {
    test(`q is "${q.slice(0, 20)}": 400`, async () => {
      expectError(await service.call(`GET /v1/pets?q=${q}`), 400, "bad_request", "q must be 1 to 100 characters");
    });
  }

  test("a hundred characters, and bytes that are not UTF-8, are accepted", async () => {
    expect(await find("x".repeat(100))).toHaveLength(1);
    expect(await find("🐕".repeat(100))).toHaveLength(1);
    expectPets(await service.call("GET /v1/pets?q=%FF%FE%41"));
  });

  test("of a name that folds to many characters, only the beginning is indexed", async () => {
    const text = `SELECT char_length(folded) AS length, pets_grams(folded) AS grams FROM pets WHERE name LIKE 'Ali %'`;
    const [row] = (await pool().query<{ length: number; grams: string[] }>(text)).rows;
    const folded = [...fold(`Ali ${"\ufdfa".repeat(251)}`)];
    expect(row?.length).toBe(folded.length);
    expect(folded.length).toBeGreaterThan(MAX_FOLDED - 2);
    const threes = folded.slice(2).map((_, index) => folded.slice(index, index + 3).join(""));
    expect(row?.grams.slice(0, threes.length)).toEqual(threes);
    expect(new Set(row?.grams.slice(threes.length))).toEqual(
      new Set([
        " a",
        " al",
        ...folded.flatMap((letter, at) =>
          folded[at - 1] === " " ? [` ${letter}`, ` ${letter}${folded[at + 1] ?? ""}`] : [],
        ),
      ]),
    );
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
      { seed, numRuns: 120 },
    );
  }, 120_000);
});

describe("GET /v1/pets – filters by profile", () => {
  const SEXES = [null, "female", "male"];
  const SIZES = [null, "small", "medium", "large", "extra_large"];
  const BORN = [null, "2026", "2025-12", "2024-02-29", "2020", "2010-05-17"];
  const GROUPS = [null, "baby", "baby", "young", "adult", "senior"];
  const FLAGS = [null, true, false];
  /** The profile of the animal with this id. Every seventh animal has none. */
  const profileOf = (id: number) => ({
    sex: SEXES[id % 3],
    size: SIZES[id % 5],
    born: id % 6,
    children: FLAGS[id % 3],
    dogs: FLAGS[Math.floor(id / 3) % 3],
    cats: FLAGS[Math.floor(id / 9) % 3],
  });

  type Wanted = Partial<Record<"sex" | "size" | "ageGroup" | "q" | "status", string | undefined>> & {
    goodWith?: Companion[] | undefined;
  };
  type Companion = "children" | "dogs" | "cats";
  const nameOf = (id: number) => (id % 2 === 1 ? `Böb ${id - 1}` : `Rex ${id - 1}`);

  function isWanted(id: number, { sex, size, ageGroup, goodWith, q, status = "available" }: Wanted): boolean {
    if (status !== "available" || (q !== undefined && !matches(nameOf(id), q))) return false;
    const facts = profileOf(id);
    const wanted = [
      [sex, facts.sex],
      [size, facts.size],
      [ageGroup, GROUPS[facts.born]],
      ...(goodWith ?? []).map((companion) => [true, facts[companion]]),
    ].filter(([value]) => value !== undefined);
    return wanted.every(([value, fact]) => id % 7 !== 0 && value === fact);
  }

  beforeAll(async () => {
    await store(Array.from({ length: 120 }, (_, index) => nameOf(index + 1)));
    for (let id = 1; id <= 120; id++) {
      if (id % 7 === 0) continue;
      const { sex, size, born, children, dogs, cats } = profileOf(id);
      await pool().query("INSERT INTO pet_profiles VALUES ($1, NULL, $2, $3, $4, $5, $6, $7)", [
        ...[id, sex, BORN[born], size],
        ...[children, dogs, cats],
      ]);
    }
  });

  test("property: any combination finds exactly the animals whose profile says so, page by page", async () => {
    const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const query = fc.record({
      sex: maybe("female", "male"),
      size: maybe("small", "medium", "large", "extra_large"),
      ageGroup: maybe("baby", "young", "adult", "senior"),
      goodWith: fc.option(fc.subarray(["children", "dogs", "cats"] as const, { minLength: 1 }), { nil: undefined }),
      q: maybe("bob", "BO", "x 1", "nobody"),
      status: maybe("available", "sold"),
      include: maybe("profile", "version", "profile,version"),
      sort: maybe("newest", "oldest"),
    });
    await fc.assert(
      fc.asyncProperty(query, fc.integer({ min: 5, max: 60 }), async (filter, limit) => {
        setClock(() => Date.parse("2026-11-22T12:00:00Z"));
        const expected = Array.from({ length: 120 }, (_, index) => index + 1).filter((id) => isWanted(id, filter));
        if (filter.sort !== "oldest") expected.reverse();
        const given = Object.entries({ ...filter, limit }).filter(([, value]) => value !== undefined);
        const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
        const { pages } = await walk(service, `/v1/pets?${search}`, "next");
        expect(idsOf(pages).map(Number)).toEqual(expected);
        const hasProfile = filter.include?.includes("profile");
        const groupOf = (id: bigint) => (id % 7n === 0n ? null : GROUPS[Number(id % 6n)]);
        for (const { id, profile } of pages.flat())
          expect(profile?.ageGroup).toBe(hasProfile ? groupOf(id) : undefined);
      }),
      { numRuns: 150 },
    );
  });

  const BAD: Readonly<Record<string, readonly string[]>> = {
    sex: ["", "Female", "female,male", "%00"],
    ageGroup: ["", "old", "baby,young"],
    size: ["", "XL", "extra-large"],
    goodWith: ["", "birds", "cats,", "cats,cats", "cats,dogs,children,cats"],
    lacks: ["", "name", "photo,story"],
    adoptedSince: ["", "2026", "2026-02-30", "1999-12-31", "2026-01-31T00:00:00Z", "12026-01-31"],
  };
  for (const [name, values] of Object.entries(BAD)) {
    for (const value of values) {
      test(`${name} is "${value}": 400`, async () => {
        expectError(await service.call(`GET /v1/pets?${name}=${value}`), 400, "bad_request", `${name} must be`);
      });
    }
  }
});
