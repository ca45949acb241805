import { replyWords } from "@/lib/shelter/reply";
import type { Shelter } from "@/lib/shelter/schema";
import { CategoryPicture } from "../../pets/category-picture";
import { NumberedSteps } from "../../ui/display/numbered-steps";
import { cx } from "../../ui/style/cx";
import { panel, stack } from "../../ui/style/panel";
import { VISIT_WORDS } from "./next-steps";

/** The animals that look over the upper edge: a cat, a rabbit and a dog. The id of each determines its coat. */
const DRAWN = [
  { categoryId: 2n, petId: 42n },
  { categoryId: 3n, petId: 35n },
  { categoryId: 1n, petId: 70n },
];

type Props = { shelter: Pick<Shelter, "replyDays">; className?: string };

/** How an adoption goes, from a question to the new home. */
export function AdoptionSteps({ shelter, className }: Props) {
  const steps = [
    { title: "Ask about an animal", text: `Its page has a short form. ${replyWords(shelter.replyDays)}` },
    { title: "Meet it", text: VISIT_WORDS },
    { title: "Take it home", text: "We decide together, and agree on a day." },
  ];
  return (
    <div className={className}>
      <div aria-hidden="true" className="flex h-20 justify-center overflow-hidden px-6 sm:justify-end">
        {DRAWN.map(({ categoryId, petId }) => (
          <CategoryPicture
            key={petId}
            className="-mx-4 size-28 shrink-0 bg-transparent! bg-none! sm:mx-0"
            categoryId={categoryId}
            petId={petId}
          />
        ))}
      </div>
      <section aria-labelledby="adoption-heading" className={cx(panel, stack, "@container")}>
        <h2 id="adoption-heading">How adoption works</h2>
        <NumberedSteps steps={steps} className="@min-[34rem]:grid-cols-3" />
      </section>
    </div>
  );
}
