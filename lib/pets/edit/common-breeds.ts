const DOGS =
  "Beagle, Border Collie, Boxer, Bulldog, Chihuahua, Cocker Spaniel, Collie mix, Corgi, Dachshund, French Bulldog, " +
  "German Shepherd, German Shepherd mix, Golden Retriever, Greyhound, Husky, Jack Russell, Labrador, Labrador mix, " +
  "Pointer, Poodle, Poodle mix, Pug, Rottweiler, Shih Tzu, Spaniel mix, Staffordshire Bull Terrier, Terrier mix, " +
  "Whippet, Yorkshire Terrier, Mixed breed";
const CATS =
  "Domestic Shorthair, Domestic Longhair, Bengal, British Shorthair, Maine Coon, Norwegian Forest, Persian, Ragdoll, " +
  "Siamese, Siamese mix, Sphynx, Turkish Van, Mixed breed";
const RABBITS = "Angora, Dutch, English Spot, Lionhead, Lop, Mini Lop, Netherland Dwarf, Rex, Mixed breed";
const GUINEA_PIGS = "Abyssinian, Crested, Peruvian, Sheltie, Smooth-haired, Texel, Mixed breed";
const HORSES = "Cob, Connemara, Haflinger, Shetland Pony, Shire, Thoroughbred, Warmblood, Welsh Cob, Mixed breed";

/** Common breeds by the id of their kind. Forms suggest them, and take any other text as well. */
const COMMON_BREEDS: Readonly<Record<string, string>> = { 1: DOGS, 2: CATS, 3: RABBITS, 4: GUINEA_PIGS, 8: HORSES };

/** Returns the common breeds of a kind, which is the id of its category. Returns none if it has no breeds. */
export const commonBreeds = (kind: string): string[] => COMMON_BREEDS[kind]?.split(", ") ?? [];
