import { type Category, learnKinds } from "@/lib/pets/kinds";

/** The kinds of a new database. Importing this makes them known. */
export const KINDS: readonly Category[] = [
  kind(1n, "Dog", "dogs", "dog", "puppy puppies pup doggy doggie hound canine"),
  kind(2n, "Cat", "cats", "cat", "kitten kitty kitties feline tomcat tom"),
  kind(3n, "Rabbit", "rabbits", "rabbit", "bunny bunnies hare kit"),
  kind(4n, "Guinea pig", "guinea pigs", "guinea-pig", "guineapig guinea-pig cavy cavies"),
  kind(5n, "Hamster", "hamsters", "hamster", "hammy"),
  kind(6n, "Bird", "birds", "bird", "parrot budgie budgerigar canary canaries parakeet cockatiel finch finches"),
  kind(7n, "Tortoise", "tortoises", "tortoise", "turtle terrapin"),
  kind(8n, "Horse", "horses", "horse", "pony ponies foal mare gelding stallion donkey"),
];

function kind(id: bigint, name: string, plural: string, picture: Category["picture"], words: string): Category {
  return { id, name, plural, slug: picture, picture, words: words.split(" ") };
}

learnKinds(KINDS);
