import { randomUUID } from "node:crypto";
import { changeOrder, placeOrder } from "@/lib/adoptions/store";
import { changeApplication } from "@/lib/applications/change-store";
import { createApplication } from "@/lib/applications/create-store";
import { mailsAbout } from "@/lib/applications/mail-store";
import type { NewApplication } from "@/lib/applications/schema";
import type { ApplicationStatus } from "@/lib/applications/status";
import type { Actor } from "@/lib/audit/store";
import { db } from "@/lib/database/client";
import { pool } from "@/lib/database/pool";
import { deleteMailAbout } from "@/lib/mail/store";
import { fromLocalFields } from "@/lib/orders/hand-over";
import { scheduleOrder } from "@/lib/orders/store";
import { now } from "@/lib/process/clock";
import type { NewShelter } from "@/lib/shelter/schema";
import { changeShelter, readStoredShelter } from "@/lib/shelter/store";
import { DAY_MS } from "@/lib/values/time";

const at = (daysAgo: number) => new Date(now() - daysAgo * DAY_MS);

async function dateStep(petId: bigint, step: "placed" | "completed" | "returned", daysAgo: number) {
  await dateChanges("pet_id = $2 AND action = $3", daysAgo, [petId.toString(), `order.${step}`]);
  await pool().query(
    `UPDATE orders SET changed_at = (
       SELECT max(at) FROM changes WHERE subject = 'order' AND subject_id = orders.id::text AND action <> 'order.scheduled'
     ) WHERE pet_id = $1`,
    [petId.toString()],
  );
}

/** Dates the sets that made these changes, and the changes. */
async function dateChanges(condition: string, daysAgo: number, values: readonly string[]): Promise<void> {
  await pool().query(
    `WITH dated AS (UPDATE changes SET at = $1 WHERE ${condition} RETURNING set_id)
     UPDATE change_sets SET at = $1 FROM dated WHERE id = set_id`,
    [at(daysAgo), ...values],
  );
}

/** By how many days. */
async function dateApplication(id: string, { created, changed = created }: Dates): Promise<void> {
  await pool().query("UPDATE applications SET created_at = $2, changed_at = $3 WHERE id = $1", [
    id,
    at(created),
    at(changed),
  ]);
  await dateChanges("subject_id = $2", changed, [id]);
}

/** Lists of changes are in the order of their numbers. */
async function orderChanges(): Promise<void> {
  await pool().query(
    `WITH numbered AS (
       SELECT old.id AS old, new.id AS new FROM
         (SELECT id, row_number() OVER (ORDER BY at, id) AS place FROM change_sets) AS old
         JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM change_sets) AS new USING (place)
     ), moved AS (UPDATE change_sets SET id = -new FROM numbered WHERE id = old)
     UPDATE changes SET set_id = -new FROM numbered WHERE set_id = old`,
  );
  await pool().query("UPDATE change_sets SET id = -id");
  await pool().query("UPDATE changes SET set_id = -set_id");
}

type Dates = { created: number; changed?: number };

const AUTHOR = { kind: "service" } as const;

const HEALTH = "A vet has examined every animal. All are vaccinated, chipped and, once they are old enough, neutered.";

const AFTERNOON = [{ opens: "13:00", closes: "18:00" }];

const SHELTER: NewShelter = {
  name: "Pawhaven",
  street: "14 Orchard Lane",
  postalCode: "OX99 1PH",
  city: "Little Wickham",
  country: "United Kingdom",
  telephone: "+44 1632 960148",
  email: "hello@pawhaven.example",
  openingHours: {
    days: {
      monday: [],
      tuesday: AFTERNOON,
      wednesday: AFTERNOON,
      thursday: AFTERNOON,
      friday: AFTERNOON,
      saturday: [{ opens: "10:00", closes: "16:00" }],
      sunday: [],
    },
    exceptions: [],
    note: null,
  },
  replyDays: 3,
  adoptionNotes:
    "Adoption fee for dogs: £180\nAdoption fee for cats: £90\nAdoption fee for tortoises: Please ask us\n" +
    "Adoption fee for horses: Please ask us\nAdoption fee for other animals: from £15\n" +
    ["dogs", "cats", "rabbits"].map((kind) => `Health for ${kind}: ${HEALTH}\n`).join("") +
    "Health for other animals: A vet has examined every animal.",
  about:
    "We are a small shelter with a big garden. Fifteen volunteers and two vets take care of dogs, cats and everything " +
    "with feathers, shells or hooves.\n\nCome and meet the animals during our opening hours, or send us an application: " +
    "we answer within three days and take the time to find the right match.",
};

type Story = {
  pet: string;
  name: string;
  message: string;
  /** The shelter answered a day later. */
  daysAgo: number;
  home?: string;
  otherPets?: string;
  telephone?: string;
  /** Without note and status, it is new and untouched. */
  note?: string;
  status?: ApplicationStatus;
  /** For an approved application. Without this, no day is set yet. */
  handOverInDays?: number;
};

/** Oldest first. The names are unique among the demo animals. */
const STORIES: readonly Story[] = [
  {
    pet: "Felix",
    daysAgo: 66,
    name: "Grace Okafor",
    message: "Our old cat died in spring and the sofa is too empty. Felix sounds like the perfect companion for us.",
    home: "A quiet flat on the second floor, with a secured balcony.",
    note: "Home visit went well.",
    status: "approved",
  },
  {
    pet: "Lily",
    daysAgo: 52,
    name: "Tom and Ada Berger",
    message: "We would love to give Lily a home. Our daughter is nine and very gentle with animals.",
    home: "A house with a garden at the end of a cul-de-sac.",
    status: "approved",
  },
  {
    pet: "Snowball",
    daysAgo: 23,
    name: "Noor Haddad",
    message: "We keep two rabbits in a run of twelve square metres and have room for a third.",
    otherPets: "Two neutered rabbits, three and four years old.",
    status: "approved",
  },
  {
    pet: "Max",
    daysAgo: 12,
    name: "Helen Marsh",
    message: "I walk six miles a day and miss having a dog at my side. Max could come to the office with me.",
    home: "A cottage with a fenced garden.",
    telephone: "+44 1632 960011",
    note: "Has his lead and his list of food.",
    status: "approved",
    handOverInDays: 3,
  },
  {
    pet: "Copper",
    daysAgo: 9,
    name: "Ines Carvalho",
    message:
      "My daughter rides at the stable next door and they have a free box. We have wanted a calm horse for years.",
    home: "A box at the stable next door, with a paddock and two other horses.",
    status: "approved",
    handOverInDays: -2,
  },
  {
    pet: "Rocky",
    daysAgo: 8,
    name: "Ben Lowe",
    message: "I have always wanted a big dog. I work long hours, but he would have the whole flat to himself.",
    home: "A flat in town.",
    otherPets: "One cat.",
    note: "Rocky would be alone all day, and there is a cat.",
    status: "declined",
  },
  {
    pet: "Bella",
    daysAgo: 6,
    name: "Priya Raman",
    message: "We met Bella on the open day and have talked about nothing else since. All four of us would love her.",
    home: "A terraced house with a small garden, five minutes from the woods.",
    telephone: "+44 1632 960077",
    note: "They come on Thursday at 15:00 with both children.",
    status: "visit",
  },
  {
    pet: "Daisy",
    daysAgo: 4,
    name: "Walter Finch",
    message: "I am retired and at home all day. Daisy and I could be old together.",
    home: "A bungalow with a sunny window.",
    note: "Asked the vet about the tablets. Call him back on Monday.",
    status: "talking",
  },
  {
    pet: "Luna",
    daysAgo: 1.2,
    name: "Marta Nowak",
    message: "I do agility with my border collie and Luna looks like she would enjoy it too.",
    otherPets: "A border collie, neutered, five years old.",
  },
  {
    pet: "Luna",
    daysAgo: 0.3,
    name: "Chris Doyle",
    message: "Is Luna good with elderly people? We visit my parents every weekend.",
    home: "A house with a garden.",
  },
  {
    pet: "Mango",
    daysAgo: 0.1,
    name: "Yuki Tanaka",
    message: "I play the flute. Perhaps Mango and I can finish that march together.",
  },
];

const RETURNED = [{ name: "Toby", reason: "The cat of the house and Toby could not get used to each other." }];
/** One a week, by the place among the adopted ones, newest arrival first. */
const adoptedDaysAgo = (place: number) => (place === 0 ? 0.1 : 7 * place - 3);

type Animals = {
  idOf(name: string): bigint;
  /** Of the animals that end up with a home, the newest arrival first. */
  adopted: readonly string[];
};

export async function seedAdoptions(actor: Actor, { idOf, adopted }: Animals): Promise<void> {
  const { etag: version } = await readStoredShelter();
  // Somebody has already described their own shelter.
  if (version === 1n) await changeShelter(actor, SHELTER, null);
  for (const [index, story] of STORIES.entries()) await addApplication(index, story, idOf(story.pet));
  for (const [place, name] of adopted.entries()) await completeAdoption(idOf(name), adoptedDaysAgo(place));
  for (const { name, reason } of RETURNED) {
    const { id } = await placeOrder(AUTHOR, { petId: idOf(name) });
    await changeOrder(AUTHOR, id, "complete");
    await changeOrder(AUTHOR, id, "return", { reason });
    await dateStep(idOf(name), "placed", 20);
    await dateStep(idOf(name), "completed", 18);
    await dateStep(idOf(name), "returned", 5);
  }
  await orderChanges();
}

async function completeAdoption(petId: bigint, daysAgo: number) {
  const open = await db().order.findFirst({ where: { petId, status: "open" }, select: { id: true } });
  const { id } = open ?? (await placeOrder(AUTHOR, { petId }));
  await changeOrder(AUTHOR, id, "complete");
  if (!open) await dateStep(petId, "placed", daysAgo);
  await dateStep(petId, "completed", daysAgo);
}

/** They have to be available before the approval. */
export const APPROVED: ReadonlySet<string> = new Set(
  STORIES.filter(({ status }) => status === "approved").map(({ pet }) => pet),
);

async function scheduleHandOver(petId: bigint, inDays: number) {
  const { id } = await db().order.findFirstOrThrow({ where: { petId, status: "open" }, select: { id: true } });
  const day = new Date(now() + inDays * DAY_MS).toISOString().slice(0, "2030-12-05".length);
  await scheduleOrder(AUTHOR, id, { shipDate: fromLocalFields(day) ?? null });
}

async function addApplication(index: number, story: Story, petId: bigint) {
  const { pet: _pet, note, status, daysAgo, handOverInDays, ...fields } = story;
  const id = `deca0000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`;
  const email = `${fields.name.toLowerCase().replace(/[^a-z]+/g, ".")}@example.org`;
  const input: NewApplication = { ...fields, id, petId, email, consent: true, retryToken: randomUUID() };
  await createApplication({ kind: "applicant" }, input);
  const change = { ...(status && { status }), ...(note !== undefined && { note }) };
  const isAnswered = Object.keys(change).length > 0;
  if (isAnswered) await changeApplication(AUTHOR, id, change, null);
  await dateApplication(id, { created: daysAgo, ...(isAnswered && { changed: daysAgo - 1 }) });
  if (status === "approved") await dateStep(petId, "placed", daysAgo - 1);
  if (handOverInDays !== undefined) await scheduleHandOver(petId, handOverInDays);
  // These people do not exist, so they get no mail.
  await deleteMailAbout(db(), mailsAbout(id));
}
