import { Care, CareChange } from "../../pets/care/schema";
import { COMPANIONS, FACTS, type Fact, type FactKey, FILTERING, type Filtering } from "../../pets/facts";
import { ImportedProfile } from "../../pets/import/schema";
import {
  ArrangedPhoto,
  NewPhotoQuery,
  Photo,
  PhotoArrangement,
  PhotoParams,
  Photos,
  PhotoUrls,
} from "../../pets/photos/schema";
import { OWN_FACTS, Profile, ProfileChange, SomeCompanions } from "../../pets/profile/schema";
import { mapValues, recordOf } from "../../values/objects";
import { described, named } from "../named";

const flagWords = ({ yes, no }: (Fact & { type: "flag" })["choices"]) =>
  [yes, no].map(({ label }) => label.toLowerCase());

/** What a fact means follows from its definition, so that a new one needs no words here. */
function factMeaning(key: FactKey): string {
  const fact = FACTS[key];
  const { label, formLabel = label } = fact;
  switch (fact.type) {
    case "text":
      return `${label}, in one ${fact.hasLines ? "or more lines" : "line"}.`;
    case "choice":
      return `${formLabel}, if known.`;
    case "flag": {
      const [yes, no] = flagWords(fact.choices);
      return `\`true\`: ${yes}. \`false\`: ${no}.`;
    }
    case "date":
      return "The birth, as precisely as it is known: `2024`, `2024-05` or `2024-05-17`. A real date from 1900 on, at most today somewhere on Earth.";
    case "money":
      return `${label} in the shelter's currency (\`getShelter\`), such as "120" or "120.50". "120.00" and "120.5" are stored like this.`;
    case "pet":
      return `${label} the animal that has this id: they go together, and the pages of both say so. To visitors it is \`null\` while that animal is hidden.`;
  }
}

function filterMeaning(key: Filtering): string {
  const fact = FACTS[key];
  if (fact.type === "pet") return `Only animals that are ${fact.label.toLowerCase()} the one with this id.`;
  if (fact.type !== "flag") return `Only animals with this ${fact.label.toLowerCase()}.`;
  const [yes, no] = flagWords(fact.choices);
  return `\`true\`: only animals known as ${yes}. \`false\`: only those known as ${no}.`;
}

/** Of the parameters that look for facts. */
export const FACT_FILTERS = {
  ...recordOf(FILTERING, filterMeaning),
  ageGroup:
    "Only animals of this age, as of today in UTC: `baby` below 1 year, `young` below 3, `adult` below 8, else `senior`.",
  goodWith: "Only animals known to get along with **all** of these. `dogs,cats` means both, not either.",
  maxAdoptionFee: "Only animals whose adoption fee is known and at most this, such as `120` or `99.50`.",
};

const OF_ITSELF = recordOf(OWN_FACTS, factMeaning);
const WITH_OTHERS = recordOf(COMPANIONS, factMeaning);
const GOOD_WITH = "Whom the animal gets along with.";

named(Profile, "Profile", "What adopters read about an animal. `null` means not known.", {
  ...OF_ITSELF,
  goodWith: GOOD_WITH,
  ageGroup:
    "From `bornOn` and today in UTC: `baby` below 1 year, `young` below 3, `adult` below 8, else `senior`. A missing month or day counts as the first.",
  photos: "In the order of `arrangePhotos`. Lists show the first.",
});
named(Profile.shape.goodWith, "GoodWith", "Whom an animal gets along with.", WITH_OTHERS);
named(
  ProfileChange,
  "ProfileChange",
  "What to change of a profile. Members that are left out stay, and `null` makes them not known.",
  { ...OF_ITSELF, goodWith: `${GOOD_WITH} Companions that are left out stay.` },
);
named(SomeCompanions, "GoodWithChange", "Companions that are left out stay as they are.", WITH_OTHERS);
const { bondedWith: _, ...imported } = mapValues(OF_ITSELF, () => "As in a ProfileChange.");
named(ImportedProfile, "ImportedProfile", "As a ProfileChange, without `bondedWith`.", {
  ...imported,
  goodWith: GOOD_WITH,
});

const CARE = {
  microchip: "Number of its microchip.",
  intakeOn: "The day on which it came to the shelter, from 1980-01-01 on and not in the future.",
  origin: "How it came to the shelter. `surrender`: its people gave it up. `return`: adopters brought it back.",
  location: "The kennel or foster home where it is now.",
  notes: "For people of the shelter, with line breaks and tabs if need be.",
  reference:
    "The shelter's own number for the animal. No other has it: 409 names the one that does. A removed animal loses its own when another gets it.",
  hidden:
    "Why the animal is not public: visitors get 404, within a second, and only signed-in people see its photos. `null`: it is public. `stray_hold`: its people may still ask for it.",
};
named(Care, "Care", "What only the shelter knows of an animal. `null` means not known, except for `hidden`.", CARE);
named(
  CareChange,
  "CareChange",
  "What to change of the care. Members that are left out stay, and `null` empties.",
  CARE,
);

named(Photo, "Photo", "A photo of an animal, as pictures of several sizes.", {
  id: "Assigned by the service, and kept when the photo is removed and restored.",
  alt: "What the photo shows, for people who cannot see it. Empty if there is nothing to say beyond the name.",
  width: "Pixels of the largest picture, which is at most 1280 wide.",
  height: "Pixels of the largest picture.",
  urls: "Where the pictures are.",
});
const WEBP = "WebP, this wide or as wide as the photo.";
named(
  PhotoUrls,
  "PhotoUrls",
  "Paths from the root of the host, not below `/v1`: put the scheme and the host of the API before them. They need no key, are not counted, and never change. A second after the photo or its animal is removed, or the animal is hidden, they are 404.",
  { 96: WEBP, 320: WEBP, 640: WEBP, 1280: WEBP, card: "JPEG of 1200 by 630 pixels for link previews." },
);
named(Photos, "Photos", "Up to six photos, in the order in which they are shown.");
named(ArrangedPhoto, "ArrangedPhoto", "A photo that stays.", {
  id: "One of the animal's photos, else 409.",
  alt: "Its new text, which may be the one that it has.",
});
named(
  PhotoArrangement,
  "PhotoArrangement",
  "All photos that stay, in their new order. Those that are left out are removed.",
);
described(PhotoParams, { petId: "The animal.", photoId: "One of its photos." });
described(NewPhotoQuery, {
  alt: "What the photo shows, for people who cannot see it, in one line.",
});
