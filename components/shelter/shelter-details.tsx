import type { ReactNode } from "react";
import { addressLines, mapHref, telephoneHref } from "@/lib/shelter/address";
import type { Shelter } from "@/lib/shelter/schema";
import { cx } from "../ui/cx";
import { rowLink } from "../ui/links";
import { panel } from "../ui/panel";
import { OpeningHours } from "./opening-hours";

const ICONS = {
  place:
    "M12 21c4-4.400 7-8 7-11.500a7 7 0 0 0-14 0C5 13 8 16.600 12 21Zm0-9a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z",
  telephone:
    "M5 4h4l1.500 5-2.200 1.600a12 12 0 0 0 5.100 5.100L15 13.500l5 1.500v4a1.500 1.500 0 0 1-1.600 1.500C10.800 20 4 13.200 3.500 5.600A1.500 1.500 0 0 1 5 4Z",
  email: "M4 6h16v12H4V6Zm0 .500 8 6.500 8-6.500",
  clock: "M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17ZM12 7.500V12l3 2",
} as const;

type Props = {
  shelter: Shelter;
  /** The heading. */
  title?: string;
  className?: string;
};

/** How to reach and visit the shelter. What is not known is left out; with nothing known there is nothing to show. */
export function ShelterDetails({ shelter, title, className }: Props) {
  const { name, telephone, email, openingHours } = shelter;
  const lines = addressLines(shelter);
  const map = mapHref(shelter);
  if (lines.length === 0 && !telephone && !email && !openingHours) return null;
  return (
    <section
      data-part="shelter"
      aria-labelledby="shelter-heading"
      className={cx(panel, "grid gap-4 print:hidden", className)}
    >
      <h2 id="shelter-heading">{title ?? <bdi>{name}</bdi>}</h2>
      <div className="grid gap-x-8 gap-y-3 md:grid-cols-2">
        <div className="grid content-start gap-1">
          {lines.length > 0 && (
            <Fact icon="place">
              <address className="not-italic">
                {title && <bdi className="block font-semibold">{name}</bdi>}
                {lines.map((line) => (
                  <bdi key={line} className="block">
                    {line}
                  </bdi>
                ))}
              </address>
              {map && (
                <a className={rowLink} href={map} target="_blank" rel="noreferrer">
                  Open in maps
                </a>
              )}
            </Fact>
          )}
          {telephone && (
            <Fact icon="telephone">
              <a className={rowLink} href={telephoneHref(telephone)}>
                <span className="sr-only">Telephone: </span>
                <bdi dir="ltr">{telephone}</bdi>
              </a>
            </Fact>
          )}
          {email && (
            <Fact icon="email">
              <a className={cx(rowLink, "wrap-anywhere")} href={`mailto:${email}`}>
                <span className="sr-only">E-mail: </span>
                {email}
              </a>
            </Fact>
          )}
        </div>
        {openingHours && (
          <Fact icon="clock">
            <h3 className="mb-1 font-sans text-base font-semibold tracking-normal">Opening hours</h3>
            <OpeningHours hours={openingHours} />
          </Fact>
        )}
      </div>
    </section>
  );
}

/** A line with a picture in front. */
function Fact({ icon, children }: { icon: keyof typeof ICONS; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[1.5rem_minmax(0,1fr)] content-start gap-3">
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className={cx(iconClass, icon !== "place" && icon !== "clock" && "mt-2.5")}
      >
        <path d={ICONS[icon]} />
      </svg>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

const iconClass = "size-6 fill-none stroke-accent stroke-[1.75] [stroke-linejoin:round]";
