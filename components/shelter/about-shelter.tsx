import type { Shelter } from "@/lib/shelter/schema";
import { Paragraphs } from "../ui/display/paragraphs";
import { cx } from "../ui/style/cx";
import { panel } from "../ui/style/panel";

/** The id of the section, which the link at the end of every page leads to. */
export const ABOUT = "about";

type Props = { shelter: Pick<Shelter, "name" | "about">; className?: string };

/** What the shelter says about itself. Renders nothing if it has not written anything. */
export function AboutShelter({ shelter: { name, about }, className }: Props) {
  if (about === null) return null;
  return (
    <section
      id={ABOUT}
      aria-labelledby="about-heading"
      className={cx(panel, "@container grid grid-cols-[minmax(0,1fr)] gap-4 sm:p-8 print:hidden", className)}
    >
      <h2 id="about-heading" className="wrap-anywhere">
        About <bdi>{name}</bdi>
      </h2>
      {/* In a wide panel, two columns, so that no line is too long to read. */}
      <div className="grid max-w-prose gap-4 wrap-anywhere @min-[52rem]:block @min-[52rem]:max-w-none @min-[52rem]:columns-2 @min-[52rem]:gap-12 @min-[52rem]:[&>p+p]:mt-4">
        <Paragraphs text={about} />
      </div>
    </section>
  );
}
