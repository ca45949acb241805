import { addressLines, mapHref, telephoneHref } from "@/lib/shelter/reach";
import type { Shelter } from "@/lib/shelter/schema";
import { cx } from "../ui/style/cx";
import { rowLink } from "../ui/style/links";
import { TodayHours } from "./opening-hours";

/** A page that says how to reach the shelter (ShelterDetails) does not need it again. */
const unlessShown = "in-[body:has([data-part=shelter])]:hidden";

/** The shelter in one line, for the end of every page: its name and, where known, how to reach it. */
export function ShelterLine({ shelter, className }: { shelter: Shelter; className?: string }) {
  const { name, street, city, telephone, email, openingHours } = shelter;
  const map = mapHref(shelter);
  const place = [street, city].filter(Boolean).join(", ");
  return (
    <address className={cx("flex w-full flex-wrap items-center gap-x-4 not-italic sm:w-auto", className)}>
      <bdi className="font-semibold text-ink max-sm:me-auto">{name}</bdi>
      {map && (
        <a className={cx(rowLink, unlessShown, "max-sm:order-1")} href={map} target="_blank" rel="noreferrer">
          <span className="sr-only">On a map: </span>
          <bdi>{place || addressLines(shelter).join(", ")}</bdi>
        </a>
      )}
      {telephone && (
        <a className={cx(rowLink, unlessShown, "max-sm:order-1")} href={telephoneHref(telephone)}>
          <bdi dir="ltr">{telephone}</bdi>
        </a>
      )}
      {email && (
        <a className={cx(rowLink, unlessShown, "wrap-anywhere max-sm:order-1")} href={`mailto:${email}`}>
          {email}
        </a>
      )}
      {/* Last, because it reserves some empty space. On a phone it is beside the name. */}
      {openingHours && (
        <span className={unlessShown}>
          <TodayHours hours={openingHours} namesNext />
        </span>
      )}
    </address>
  );
}
