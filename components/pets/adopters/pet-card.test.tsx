import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { read } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import { parseJson } from "@/lib/http/json";
import { toPage } from "@/lib/pets/adopters/card";
import { FoundPets } from "@/lib/pets/list/schema";
import { cardGrid } from "../../ui/loading";
import { PetCard } from "./pet-card";

async function showDogs(): Promise<void> {
  const { body } = await read("found-dogs");
  const { filters, ...rest } = FoundPets.parse(parseJson(JSON.stringify(body)));
  const { pets } = toPage({}, { ...rest, filters: { ...filters, categoryId: undefined }, next: null, prev: null });
  await show(
    <>
      <h1>Dogs</h1>
      <h2>All</h2>
      <ul className={cardGrid}>
        {pets.map((pet) => (
          <PetCard key={String(pet.id)} pet={pet} newSince={null} />
        ))}
      </ul>
    </>,
    { path: "/" },
  );
}

const cardOf = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("link", { name }) });

test("a card says kind, age, sex, size and companions, and has one link and a heart", async () => {
  await showDogs();
  const known = cardOf("Known");
  await expect.element(known).toMatchTextContent(/Dog, about \d+ years Female, medium/);
  await expect.element(known).toMatchTextContent("Good with children, good with dogs, not with cats");
  await expect.element(cardOf("Blank")).toMatchTextContent("Not known: children, not known: dogs, not known: cats");
  await expect.element(cardOf("Shy")).toMatchTextContent("Not with children, not with dogs, not known: cats");
  expect(known.element().querySelectorAll("a, button, [tabindex]")).toHaveLength(2);
  await expectAccessible();
});
