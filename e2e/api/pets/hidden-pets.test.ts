import { beforeAll, describe, expect, test } from "vitest";
import { parseFilters } from "@/lib/pets/adopters/filters";
import { findPetPage, findSitemapPets, listArrivals, listEarliest, listNearest } from "@/lib/pets/adopters/pet-store";
import { countFor, readFirstPage } from "@/lib/pets/adopters/search-store";
import type { PetCounts } from "@/lib/pets/list/schema";
import { NO_PROFILE } from "@/lib/pets/profile/schema";
import { changeProfile } from "@/lib/pets/profile/store";
import { createPet } from "@/lib/pets/store";
import { expectPets, linkOf } from "../support/answers";
import { applicationBody, apply, asVisitor, newPet } from "../support/applications";
import { storePhotos } from "../support/records";
import { suiteService } from "../support/service";

const AUTHOR = { kind: "operator" } as const;
const service = suiteService({ pages: async (_request, response) => void response.end("page") });

/** No other animal is called so, and no other is of this kind. */
const NAME = "Quillaxo";
const KIND = 5n;
let id: bigint;
let otherId: bigint;
let photo: { id: bigint; urls: Record<string, string> };

beforeAll(async () => {
  ({ id } = await createPet(AUTHOR, { name: NAME, categoryId: KIND }));
  const facts = { breed: "Vorpalhound", sex: "female" } as const;
  await changeProfile({ author: AUTHOR, petId: id, ifMatch: null, facts });
  photo = Object.assign({ id: 0n, urls: {} }, (await storePhotos(id, ""))[0]);
  ({ id: otherId } = await newPet());
  await changeProfile({ author: AUTHOR, petId: otherId, ifMatch: null, facts: { bondedWith: id } });
});

async function hide(petId: bigint, hidden: string | null): Promise<void> {
  const answer = await service.call(`PATCH /v1/pets/${petId}/care`, { body: JSON.stringify({ hidden }) });
  expect(answer.status, answer.text).toBe(200);
}

const asked = (target: string) => service.call(`GET ${target}`, asVisitor());
const names = (target: () => string) => async () => /quillaxo/i.test((await asked(target())).text);
const answers = (target: () => string) => async () => (await asked(target())).status === 200;
const isCounted = ({ available }: PetCounts) =>
  available.categories.some((one) => one.categoryId === KIND && one.count);
const bonds = (target: () => string) => async () => (await asked(target())).text.includes(`"bondedWith":${id}`);
const counts = (query: string) => async () => isCounted((await asked(`/v1/pets/counts?${query}`)).json as PetCounts);
const includes = async (pets: Promise<readonly { id: bigint }[]>) => (await pets).some((pet) => pet.id === id);
const page = async (search: string) => readFirstPage(parseFilters(new URLSearchParams(search)));

/** Everything that visitors can read of animals, and whether the animal appears there. */
type Read = [what: string, appears: () => Promise<boolean | undefined>];
const LISTS = [
  ...["", "status=available", "categoryId=5", "categoryId=5&status=available", "sort=oldest"],
  ...["include=profile,version", "q=quill", "q=qu", "text=vorpalhounds", "sex=female", "lacks=story"],
  "sex=female&text=quillaxo",
];
const READS: Read[] = [
  ...LISTS.map((query): Read => [`listPets ${query}`, names(() => `/v1/pets?limit=100&${query}`)]),
  ["listPets text=#id", names(() => `/v1/pets?text=%23${id}`)],
  ["favourites", names(() => `/v1/pets?ids=${otherId},${id}&include=profile,arrivedAt`)],
  ["listPets visibility=hidden", names(() => "/v1/pets?visibility=hidden&limit=100")],
  ["searchPets", names(() => "/v1/pets/search?q=female+vorpalhound")],
  ["the nearest of searchPets", names(() => "/v1/pets/search?q=xyzzyxyz")],
  ["the suggestion of searchPets", names(() => "/v1/pets/search?q=quillaxi")],
  ["countPets", counts("")],
  ["countPets sex", counts("sex=female")],
  ["countPets text", counts("text=vorpalhound")],
  ["getPet", answers(() => `/v1/pets/${id}`)],
  ["getProfile", answers(() => `/v1/pets/${id}/profile`)],
  ["its partner's profile", bonds(() => `/v1/pets/${otherId}/profile`)],
  ["its partner in a list", bonds(() => "/v1/pets?limit=100&include=profile")],
  ["its partner among the nearest of searchPets", bonds(() => "/v1/pets/search?q=xyzzyxyz")],
  ["its partner's page", async () => (await findPetPage(otherId))?.profile.bondedWith === id],
  ["its partner in the feed", async () => (await listArrivals(100)).some(({ profile }) => profile.bondedWith === id)],
  ["listPets bondedWith", async () => expectPets(await asked(`/v1/pets?bondedWith=${id}`)).length > 0],
  ["getPhoto", answers(() => `/v1/pets/${id}/photos/${photo.id}`)],
  ["createApplication", async () => (await apply(service, applicationBody(id))).status === 201],
  ["a photo's file", async () => (await fetch(service.origin + photo.urls[320])).status === 200],
  ["its page and its social card", async () => (await findPetPage(id)) !== null],
  [
    "similar animals",
    () => includes(listNearest({ id: otherId, categoryId: KIND }, { ...NO_PROFILE, ageGroup: null })),
  ],
  ["/", async () => (await page(""))?.page?.pets.some((pet) => pet.id === id)],
  ["/?q=", async () => (await page("q=vorpalhound"))?.page?.pets.some((pet) => pet.id === id)],
  ["the counts of /", async () => isCounted(await countFor({ sex: "female" }))],
  ["/favourites", () => includes(listEarliest(100))],
  ["/feed.atom", () => includes(listArrivals(100))],
  ["the sitemap", async () => (await findSitemapPets("1"))?.includes(String(id))],
];

describe("an animal that is not public", () => {
  test.each(READS)("%s", async (_what, appears) => {
    await hide(id, null);
    await expect.poll(appears, { timeout: 3_000 }).toBe(true);
    await hide(id, "quarantine");
    await expect.poll(appears, { timeout: 3_000 }).toBe(false);
  });

  test("keys see all animals, or those that are public or hidden, in every list", async () => {
    await hide(id, "stray_hold");
    const listed = async (query: string) => /quillaxo/i.test((await service.call(`GET /v1/pets?${query}`)).text);
    for (const query of ["limit=100", "categoryId=5", "sex=female", "text=quillaxo", `ids=${id}&include=profile`]) {
      const found = await Promise.all(
        ["", "&visibility=public", "&visibility=hidden"].map((one) => listed(query + one)),
      );
      expect(found, query).toEqual([true, false, true]);
    }
    expect((await service.call(`GET /v1/pets/${id}`)).status).toBe(200);
    const hidden = await service.call("GET /v1/pets/counts?visibility=hidden");
    expect((hidden.json as PetCounts).available).toMatchObject({ count: 1n, more: false });
    const only = expectPets(await service.call("GET /v1/pets?visibility=hidden&status=available&limit=1"));
    expect(only.map((pet) => pet.id)).toEqual([id]);
  });

  test("pages of visitors are full, and their links go around those that are hidden", async () => {
    const pets: bigint[] = [];
    for (let count = 0; count < 6; count++) pets.push((await createPet(AUTHOR, { name: "Paged", categoryId: 77n })).id);
    for (const petId of pets.filter((_, at) => at % 2 === 1)) await hide(petId, "in_care");
    const [first, third, fifth] = pets.filter((_, at) => at % 2 === 0);
    const newest = await asked("/v1/pets?categoryId=77&limit=2");
    expect(expectPets(newest).map((pet) => pet.id)).toEqual([fifth, third]);
    const next = linkOf(newest, "next");
    const last = await asked(`${next?.pathname}${next?.search}`);
    expect(expectPets(last).map((pet) => pet.id)).toEqual([first]);
    expect(linkOf(last, "next")).toBeNull();
  });
});
