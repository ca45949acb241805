import type { Shelter } from "@/lib/shelter/schema";
import { CategoryPicture } from "../../pets/category-picture";
import { ReachLine } from "../../shelter/reach-line";
import { ButtonLink } from "../../ui/buttons/button";
import { Notice, noticePicture } from "../../ui/style/panel";

/** Shown for a wrong link, and after an application was deleted. The service cannot tell the two apart. */
export function NoApplication({ shelter }: { shelter: Shelter }) {
  return (
    <>
      <Notice picture={<CategoryPicture className={noticePicture} categoryId={2n} petId={13n} />}>
        <h1>There is nothing at this link</h1>
        <p>
          Perhaps a part of the link is missing: copy all of it from your mail or your notes. Or what you sent us was
          deleted. We delete applications and questions some time after they have ended, and at once when you ask us to.
        </p>
        <ButtonLink href="/">See available animals</ButtonLink>
      </Notice>
      <ReachLine shelter={shelter} lead="To ask us, please" />
    </>
  );
}
