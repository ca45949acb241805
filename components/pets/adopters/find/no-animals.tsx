import type { EmptyList } from "@/lib/pets/adopters/cards/card";
import { kindOf } from "@/lib/pets/adopters/cards/filters";
import { buttonClass } from "../../../ui/style/button-class";
import { cx } from "../../../ui/style/cx";
import { actions, panel } from "../../../ui/style/panel";
import { CategoryPicture } from "../../category-picture";
import type { Find } from "./use-find";

/** Without a kind, an empty list shows a cat, with the coat of the animal with this id. */
const CAT = 2n;
const COAT = 12n;

type Props = { empty: EmptyList; linkTo: Find["linkTo"] };

/** Says why the list is empty, and what to do. */
export function NoAnimals({ empty, linkTo }: Props) {
  return (
    <div className={cx(panel, "flex items-center gap-6")}>
      <CategoryPicture
        className="size-24 shrink-0 rounded-pill p-2.5 max-sm:hidden md:size-30"
        categoryId={kindOf(empty)?.id ?? CAT}
        petId={COAT}
      />
      <div className="grid min-w-0 gap-1">
        <h3 className="wrap-anywhere">
          {empty.title}
          {empty.meant && (
            <>
              {" "}
              <a className="py-2.5 underline underline-offset-4" {...linkTo(empty.meant.target)}>
                {empty.meant.words}
              </a>
              ?
            </>
          )}
        </h3>
        <p className="max-w-prose text-soft">{empty.advice}</p>
        <div className={cx(actions, "mt-3")}>
          {empty.links.map(({ words, target }, index) => (
            <a
              key={words}
              className={buttonClass(index === 0 && !empty.meant ? "primary" : "quiet")}
              {...linkTo(target)}
            >
              {words}
            </a>
          ))}
        </div>
      </div>
    </div>
  );
}
