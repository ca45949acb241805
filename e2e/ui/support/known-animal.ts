import { addPet, setProfile } from "./key-calls";
import type { Service } from "./service";

/** A name with characters that mean something in HTML, and in several scripts. */
export const KNOWN_NAME = "</script><b>Zoë & 名";

/** Adds an animal with a complete profile. */
export async function addKnown(service: Service): Promise<string> {
  const id = await addPet(service, KNOWN_NAME, { categoryId: 5 });
  await setProfile(service, id, {
    story: "First <b>paragraph</b>.\nA new line.\n\n\u202Eפסקה שנייה\n\nThird.",
    sex: "female",
    bornOn: "2016",
    size: "extra_large",
    goodWith: { children: true, dogs: false, cats: null },
  });
  return `/animals/${id}`;
}
