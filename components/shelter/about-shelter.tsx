import type { Shelter } from "@/lib/shelter/schema";
import { stack } from "../ui/panel";
import { cx } from "../ui/style";
import { Paragraphs } from "../ui/text";

/** The id of the section, which the link at the end of every page leads to. */
export const ABOUT = "about";

type Props = { shelter: Pick<Shelter, "name" | "about">; className?: string };

/** What the shelter says about itself. Renders nothing if it has not written anything. */
export function AboutShelter({ shelter: { name, about }, className }: Props) {
  if (about === null) return null;
  return (
    <section id={ABOUT} aria-labelledby="about-heading" className={cx(stack, "wrap-anywhere", className)}>
      <h2 id="about-heading">
        About <bdi>{name}</bdi>
      </h2>
      <Paragraphs text={about} />
    </section>
  );
}
