import type { Metadata } from "next";
import { LookElsewhere } from "@/components/pets/adopters/look-elsewhere";
import { CategoryPicture } from "@/components/pets/pet-display";
import { ButtonLink } from "@/components/ui/button";
import { Notice, noticePicture } from "@/components/ui/panel";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <Notice picture={<CategoryPicture className={noticePicture} categoryId={2n} petId={13n} />}>
      <h1>Page not found</h1>
      <p>The link may be wrong, or the page no longer exists.</p>
      <LookElsewhere />
      <ButtonLink href="/">See available animals</ButtonLink>
    </Notice>
  );
}
