import { ButtonLink } from "../../../ui/buttons/button";
import { Notice, noticePicture } from "../../../ui/style/panel";
import { CategoryPicture } from "../../category-picture";

/** Shown for a URL whose cursor leads to no page of the list. `first` is the URL of the first page. */
export function UnknownPage({ first }: { first: string }) {
  return (
    <Notice picture={<CategoryPicture className={noticePicture} categoryId={2n} petId={13n} />}>
      <h1>This page of the list does not exist</h1>
      <p>The link may be old or incomplete. The first page has the animals of the same search.</p>
      <ButtonLink href={first}>Go to the first page</ButtonLink>
    </Notice>
  );
}
