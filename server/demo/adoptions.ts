import { randomUUID } from "node:crypto";
import { changeOrder, placeOrder } from "@/lib/adoptions/store";
import { changeApplication } from "@/lib/applications/change-store";
import { createApplication } from "@/lib/applications/create-store";
import { mailsAbout } from "@/lib/applications/mail-store";
import type { NewApplication } from "@/lib/applications/schema";
import type { ApplicationStatus } from "@/lib/applications/status";
import type { Actor } from "@/lib/audit/store";
import { db } from "@/lib/database/client";
import { deleteMailAbout } from "@/lib/mail/store";
import { fromLocalFields } from "@/lib/orders/hand-over";
import { now, setClock } from "@/lib/process/clock";
import type { NewShelter } from "@/lib/shelter/schema";
import { changeShelter, readStoredShelter } from "@/lib/shelter/store";
import { DAY_MS } from "@/lib/values/time";

/** Something that happened so many days ago. */
type Step = { daysAgo: number; act(): Promise<unknown> };

/** In the order of time, each with the clock at its day. This process serves nothing meanwhile. */
async function replay(steps: readonly Step[]): Promise<void> {
  const today = now();
  try {
    for (const { daysAgo, act } of steps.toSorted((one, other) => other.daysAgo - one.daysAgo)) {
      setClock(
        () => today - daysAgo * DAY_MS,
        () => performance.now(),
      );
      await act();
    }
  } finally {
    setClock(null);
  }
}

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
  currency: "GBP",
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
    note: "They come with both children.",
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

/** One a week, by the place among the adopted ones, newest arrival first. */
const adoptedDaysAgo = (place: number) => (place === 0 ? 0.1 : 7 * place - 3);

type Animals = {
  idOf(name: string): bigint;
  /** Of the animals that end up with a home, the newest arrival first. */
  adopted: readonly string[];
};

export async function seedAdoptions(actor: Actor, { idOf, adopted }: Animals): Promise<void> {
  await replay([
    ...STORIES.flatMap((story, index) => stepsOf(index, story, idOf(story.pet))),
    ...adopted.map((name, place) => ({ daysAgo: adoptedDaysAgo(place), act: () => completeAdoption(idOf(name)) })),
    ...stepsOfReturn(idOf("Toby"), "The cat of the house and Toby could not get used to each other."),
  ]);
  const { etag: version } = await readStoredShelter();
  // Somebody has already described their own shelter.
  if (version === 1n) await changeShelter(actor, SHELTER);
}

function stepsOf(index: number, story: Story, petId: bigint): Step[] {
  const { pet: _pet, note, status, daysAgo, handOverInDays, ...fields } = story;
  const id = `deca0000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`;
  const email = `${fields.name.toLowerCase().replace(/[^a-z]+/g, ".")}@example.org`;
  const input: NewApplication = { ...fields, id, petId, email, consent: true, retryToken: randomUUID() };
  const step = (ago: number, act: () => Promise<unknown>) => ({
    daysAgo: ago,
    // These people do not exist, so they get no mail.
    act: () => act().then(() => deleteMailAbout(db(), mailsAbout(id))),
  });
  const sent = step(daysAgo, () => createApplication({ kind: "applicant" }, input));
  const dayIn = (days: number) => new Date(now() + days * DAY_MS).toISOString().slice(0, "2030-12-05".length);
  const shipDate = handOverInDays && fromLocalFields(dayIn(handOverInDays));
  const visit = status === "visit" && { visitAt: `${dayIn(2)}T15:00` };
  const change = { ...(status && { status }), ...(note && { note }), ...(shipDate && { shipDate }), ...visit };
  if (Object.keys(change).length === 0) return [sent];
  return [sent, step(daysAgo - 1, () => changeApplication(AUTHOR, id, change, null))];
}

function stepsOfReturn(petId: bigint, reason: string): Step[] {
  const giveBack = async () => {
    const { id } = await db().order.findFirstOrThrow({ where: { petId }, select: { id: true } });
    await changeOrder(AUTHOR, id, "return", { reason });
  };
  return [
    { daysAgo: 20, act: () => placeOrder(AUTHOR, { petId }) },
    { daysAgo: 18, act: () => completeAdoption(petId) },
    { daysAgo: 5, act: giveBack },
  ];
}

async function completeAdoption(petId: bigint) {
  const open = await db().order.findFirst({ where: { petId, status: "open" }, select: { id: true } });
  const { id } = open ?? (await placeOrder(AUTHOR, { petId }));
  await changeOrder(AUTHOR, id, "complete");
}

/** They have to be available before the approval. */
export const APPROVED: ReadonlySet<string> = new Set(
  STORIES.filter(({ status }) => status === "approved").map(({ pet }) => pet),
);
