import { NewProfile, NO_PROFILE } from "@/lib/pets/profile/schema";
import type { PetStatus } from "@/lib/pets/status";
import { now } from "@/lib/process/clock";
import ANIMALS from "./animals.json";

/** An animal of the demo data, with the status that it ends up with. */
export type DemoAnimal = { name: string; categoryId: bigint; status: PetStatus; profile: NewProfile };

const AVAILABLE_SHARE_PERCENT = 70;
const PENDING_SHARE_PERCENT = 10;

/** Returns the demo animals, always in the same mixed order. */
export function demoAnimals(): DemoAnimal[] {
  return (
    [...ANIMALS]
      // Ordering by the second letter onwards mixes the categories without randomness.
      .sort((a, b) => (a.name.slice(1) < b.name.slice(1) ? -1 : 1))
      .map(({ name, categoryId, ageMonths, ...profile }, index) => ({
        name,
        categoryId: BigInt(categoryId),
        status: statusOf(index),
        profile: NewProfile.parse({ ...NO_PROFILE, ...profile, bornOn: ageMonths === null ? null : bornOn(ageMonths) }),
      }))
  );
}

/** Returns the month of birth of an animal of this age. For animals older than three years, only the year is known. */
function bornOn(ageMonths: number): string {
  const today = new Date(now());
  const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - ageMonths, 1)).toISOString();
  return month.slice(0, ageMonths > 36 ? 4 : 7);
}

function statusOf(index: number): PetStatus {
  const percent = (index * 37) % 100;
  if (percent < AVAILABLE_SHARE_PERCENT) return "available";
  return percent < AVAILABLE_SHARE_PERCENT + PENDING_SHARE_PERCENT ? "pending" : "sold";
}
