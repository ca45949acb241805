import { LookElsewhere } from "@/components/pets/adopters/look-elsewhere";
import { CategoryPicture } from "@/components/pets/pet-display";
import { ButtonLink } from "@/components/ui/button";
import { Notice, noticePicture } from "@/components/ui/panel";

export default function PetNotFound() {
  return (
    <Notice picture={<CategoryPicture className={noticePicture} categoryId={1n} petId={11n} />}>
      <h1>This animal is not here</h1>
      <p>Its page was removed, or the link is wrong. Many others are waiting for a home.</p>
      <LookElsewhere />
      <ButtonLink href="/">See available animals</ButtonLink>
    </Notice>
  );
}
