import { CaredPet, CaredPets } from "../../pets/care/schema";
import { Category, CategoryChange, CategoryParams, NewCategory } from "../../pets/categories/schema";
import { CountPetsQuery, ListPetsQuery, SearchPetsQuery } from "../../pets/list/query";
import { CategoryCount, FoundFilters, FoundPets, ListedPet, PetCounts, StatusCounts } from "../../pets/list/schema";
import { NewPet, Pet, PetChange, PetParams, Status } from "../../pets/schema";
import { mapValues } from "../../values/objects";
import { described, named } from "../named";
import { PAGING } from "./common";
import { FACT_FILTERS } from "./profile";

const ID = "Assigned by the service. Ids only grow, are never reused, and may exceed 2^53.";

const KIND = "The kind, such as 1 for dogs: see `listCategories`. Any int64 is allowed.";
export const PET = {
  name: "What people call the animal. Others may have the same name.",
  categoryId: KIND,
  status: "Whether it can be adopted.",
};

named(
  Status,
  "PetStatus",
  "`available`: waits for adopters. `pending`: reserved, by an open order or by hand. `sold`: adopted. The first two may become each other or `sold`, and `sold` may become `available`.",
);
named(Pet, "Pet", "One animal.", { id: ID, ...PET, status: `${PET.status} In every answer.` });
named(NewPet, "NewPet", "An animal to add. Unknown members and `null` get 400.", {
  name: "Stored exactly as sent. 1 to 255 code points, not only white space or others that show nothing, and no control characters.",
  categoryId: KIND,
  status: "`available` when absent. With `sold`, no order is placed.",
});
named(PetChange, "PetChange", "What to change of an animal. Members that are left out stay.", {
  name: "By the rules of a NewPet.",
  categoryId: KIND,
  status:
    "`sold` completes its open order, or places and completes one; after that, `available` returns it. While an order is open, only `sold` is possible.",
});
described(PetParams, { petId: "The `id` of the animal. What is no int64 in decimal digits gets 404, not 400." });

const LISTED = {
  version:
    'With `include=version`. Grows with each change of the animal, its profile, care and photos. None is used again. In quotes, `"<version>"`, it is the `ETag`.',
  profile: "With `include=profile`.",
  arrivedAt:
    "With `include=arrivedAt`: when adopters last returned the animal or it came in, whichever is later, else when it was added. Being adopted does not change it, so for a `sold` animal it is when its last wait began.",
};
named(CaredPet, "ListedPet", "An animal in a list, with what `include` asks for.", {
  ...{ id: ID, ...PET, ...LISTED },
  care: "With `include=care`, for callers with `care:read`.",
});
named(CaredPets, "Pets", "A page of animals.");
named(ListedPet, "FoundPet", "An animal that a search has found.", {
  ...mapValues({ id: ID, ...PET }, () => "As in a list."),
  version: "Never there: `listPets` has it.",
  profile: "Always there.",
  arrivedAt: "Only with `sort=oldest`: as in a list.",
});

const STATUS = "Only animals with this status; all when absent.";
const SEARCHED = {
  ...FACT_FILTERS,
  categoryId: "Only animals of this kind.",
  visibility: "Only animals that visitors see (`public`), or that they do not see (`hidden`, see `getCare`).",
};
const FOUND = {
  q: "Only animals whose **name** contains this; `text` finds breeds and stories, too. Case, accents, vowel points, repeated spaces and the kind of apostrophe do not matter, and no character is special. One or two characters have to begin a word. If nothing is left, as of a single accent, every name matches.",
  text: "Only animals whose name contains this as for `q`, or whose breed and story together have, for each of its words, one that begins with it. A plural s and words of one or two Latin letters or digits are ignored. A number (`59`, `#59`) finds the animal with this id and no stories, and with `care:read` a `reference` finds its animal.",
  lacks: "Only animals without a photo, or without a story.",
  adoptedSince:
    "Only animals that are `sold` and became so on this day (UTC) or later, by when they were handed over. From 2000-01-01 on. Those that were added as `sold` are left out.",
};

described(ListPetsQuery, {
  ...{ ...PAGING, ...SEARCHED, ...FOUND, status: STATUS },
  limit: "How many animals a page has at most. When absent 20, or with `ids` all of them.",
  sort: "`newest` (when absent) and `oldest` go by id: while others write, no animal is repeated or missed. `name`, `waiting` (who waits longest first, adopted ones last) and `status` sort up to 10,000 animals, else 400, and changes shift their pages.",
  ids: "Only these animals: up to 100 ids, separated by commas. Unknown ones are left out.",
  include: "What else each animal has. `care` needs `care:read`.",
});
described(CountPetsQuery, { ...SEARCHED, ...FOUND });
described(SearchPetsQuery, {
  ...{ ...PAGING, ...SEARCHED, status: STATUS },
  sort: "By id. `newest` when absent.",
  q: 'What somebody types. Words for kinds and facts, such as "small dog good with kids", become filters; the others are searched for as `text` of `listPets`.',
});

named(FoundPets, "FoundPets", "What a search has found.", {
  filters: "What was searched for: the filters of the request and those that words of `q` name.",
  pets: "A page of those that match.",
  suggestion:
    "If nothing matches: `q` with the nearest words of names and breeds instead of its unknown ones, or `null`.",
  nearest:
    "If at most 4 animals match on the only page, up to 8 others: those that `suggestion` finds, or available ones that meet most filters.",
});
const AS_PARAMETER = "As the parameter.";
named(FoundFilters, "FoundFilters", "The filters of a search.", {
  ...mapValues(FACT_FILTERS, () => AS_PARAMETER),
  ...{ status: AS_PARAMETER, categoryId: AS_PARAMETER },
  q: "What is left of the text: words that name no filter.",
});

const MORE = "`true` when counting stopped: there are more than `count`.";
named(PetCounts, "PetCounts", "How many animals match, by status.");
named(StatusCounts, "StatusCounts", "The animals of a status.", {
  count: "All of them, up to 1,000.",
  more: MORE,
  categories: "By kind, only kinds that `listCategories` has.",
});
named(CategoryCount, "CategoryCount", "The animals of a status and a kind.", {
  categoryId: "The kind.",
  count: "Up to 1,000.",
  more: MORE,
});

const CATEGORY = {
  name: 'What people call one of them, such as "Guinea pig". Unique without regard to case and accents.',
  plural: 'As within a sentence, such as "guinea pigs".',
  picture: "Which drawing stands for animals without a photo.",
  words: 'What people also call them, such as "bunny". Searches and imports understand these words.',
};
named(Category, "Category", "A kind of animal that has a name.", {
  ...CATEGORY,
  id: "The `categoryId` of its animals.",
  slug: "Its name in the addresses of lists, `/?kind=…`. It is made of the first name and stays.",
});
named(NewCategory, "NewCategory", "A kind to add, or a name for a number that animals have.", {
  ...CATEGORY,
  id: "A number without a name, even if animals have it. When absent, the lowest that no animal has.",
  plural: `${CATEGORY.plural} When absent, it is made of the name.`,
});
named(CategoryChange, "CategoryChange", "What to change of a kind. Members that are left out stay.", CATEGORY);
described(CategoryParams, { categoryId: "The number of the kind." });
