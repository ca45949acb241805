import { ButtonLink } from "../../../ui/buttons/button";
import { Notice, noticePicture } from "../../../ui/style/panel";
import { CategoryPicture } from "../../category-picture";
import { LookElsewhere } from "../look-elsewhere";

/** Shown for a URL with a kind that is not known. */
export function UnknownKind() {
  return (
    <Notice picture={<CategoryPicture className={noticePicture} categoryId={2n} petId={13n} />}>
      <h1>This kind of animal is not known</h1>
      <p>The link may be wrong. These are kinds that many people look for.</p>
      <LookElsewhere />
      <ButtonLink href="/">See available animals</ButtonLink>
    </Notice>
  );
}
