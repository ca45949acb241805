import type { ReactNode } from "react";
import { notesForKind } from "@/lib/pets/adopters/kind-notes";
import { hoursLines, type OpeningHours } from "@/lib/shelter/hours";
import type { Shelter } from "@/lib/shelter/schema";
import { addressLines, mapHref, telephoneHref } from "@/lib/shelter/words";
import { panel, stack } from "../ui/panel";
import { cx, rowLink } from "../ui/style";
import { Paragraphs } from "../ui/text";
import { HoursList, TodayHours } from "./opening-hours";

const ICONS = {
  place: "M12 21c4-4.4 7-8 7-11.5a7 7 0 0 0-14 0C5 13 8 16.6 12 21Zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",
  telephone:
    "M5 4h4l1.5 5-2.2 1.6a12 12 0 0 0 5.1 5.1L15 13.5l5 1.5v4a1.5 1.5 0 0 1-1.6 1.5C10.8 20 4 13.2 3.5 5.6A1.5 1.5 0 0 1 5 4Z",
  email: "M4 6h16v12H4V6Zm0 .5 8 6.5 8-6.5",
  clock: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2",
} as const;

type Props = {
  shelter: Shelter;
  title: string;
  className?: string;
};

/** The id of the part of the first page that says how to visit, for links to it. */
export const VISIT = "visit";

/** How to reach and visit the shelter. Unknown details are left out. Renders nothing if nothing is known. */
export function ShelterDetails({ shelter, title, className }: Props) {
  const { telephone, email, openingHours } = shelter;
  const address = addressLines(shelter).join(",\n");
  if (!address && !telephone && !email && !openingHours) return null;
  return (
    <section
      id={VISIT}
      data-part="shelter"
      aria-labelledby="shelter-heading"
      className={cx(panel, "@container grid grid-cols-[minmax(0,1fr)] gap-4 print:hidden", className)}
    >
      <h2 id="shelter-heading">{title}</h2>
      {/* A wide panel has three columns, and the hours get the widest. */}
      <div className="grid gap-x-6 gap-y-3.5 @min-[34rem]:grid-cols-[minmax(0,1fr)_minmax(0,19rem)] @min-[40rem]:grid-cols-[minmax(0,1fr)_minmax(0,23rem)] @min-[60rem]:flex">
        <div className="-my-2 grid content-start @min-[60rem]:contents">
          {address && <Place address={address} map={mapHref(shelter)} />}
          {(telephone || email) && <Contact telephone={telephone} email={email} />}
        </div>
        {openingHours && <Hours hours={openingHours} />}
      </div>
    </section>
  );
}

/** A column of a wide panel. The links in it are higher than their text. */
const column = "@min-[60rem]:-my-2 @min-[60rem]:min-w-0 @min-[60rem]:flex-1";

function Place({ address, map }: { address: string; map: string | null }) {
  return (
    <Fact icon="place" className={column}>
      <address className="not-italic">
        {map ? (
          <a className={cx(rowLink, "py-2")} href={map} target="_blank" rel="noreferrer">
            <span className="sr-only">On a map: </span>
            <bdi className="whitespace-pre-line">{address}</bdi>
          </a>
        ) : (
          <bdi className="block py-2 whitespace-pre-line">{address}</bdi>
        )}
      </address>
    </Fact>
  );
}

function Contact({ telephone, email }: Pick<Shelter, "telephone" | "email">) {
  return (
    <div className={cx("grid grid-cols-[minmax(0,1fr)] content-start", column)}>
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
            <span>
              {email.replace(/@.*/s, "")}
              <wbr />
              {email.replace(/^[^@]*/, "")}
            </span>
          </a>
        </Fact>
      )}
    </div>
  );
}

/** The opening hours. Those of today come first, and those of the other days follow. */
function Hours({ hours }: { hours: OpeningHours }) {
  return (
    <Fact icon="clock" className="@min-[60rem]:min-w-0 @min-[60rem]:flex-[1.3_1_0]">
      <h3 className="sr-only">Opening hours</h3>
      <p className="mb-1 font-medium text-accent">
        <TodayHours hours={hours} />
      </p>
      <HoursList lines={hoursLines(hours)} />
    </Fact>
  );
}

type FactProps = { icon: keyof typeof ICONS; className?: string; children: ReactNode };

function Fact({ icon, className, children }: FactProps) {
  return (
    <div className={cx("grid grid-cols-[1.5rem_minmax(0,1fr)] content-start gap-3", className)}>
      <svg aria-hidden="true" viewBox="0 0 24 24" className={cx(iconClass, icon === "clock" ? "mt-px" : "mt-2.5")}>
        <path d={ICONS[icon]} />
      </svg>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

const iconClass = "size-6 fill-none stroke-accent stroke-[1.75] [stroke-linejoin:round]";

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

/** The id of the section, which the link at the end of every page leads to. */
export const ABOUT = "about";

type AboutProps = { shelter: Pick<Shelter, "name" | "about">; className?: string };

/** What the shelter says about itself. Renders nothing if it has not written anything. */
export function AboutShelter({ shelter: { name, about }, className }: AboutProps) {
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

type NotesProps = {
  notes: string | null;
  /** The kind of the animal. */
  categoryId: bigint;
  className?: string;
};

/** What the shelter wants adopters to know, such as the fee and the health; nothing if it has not written any. */
export function AdoptionNotes({ notes, categoryId, className }: NotesProps) {
  if (notes === null) return null;
  const shown = notesForKind(notes, categoryId);
  if (shown.length === 0) return null;
  return (
    <section
      data-part="adoption-notes"
      aria-labelledby="notes-heading"
      className={cx(panel, "print:hidden", className)}
    >
      <h2 id="notes-heading" className="mb-4 text-lg">
        Good to know
      </h2>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-x-8 gap-y-4">
        {shown.map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes have no identity except their place.
          <div key={index} dir="auto" className="wrap-anywhere">
            <dt className={note.label ? "font-semibold" : "sr-only"}>{note.label || "Please note"}</dt>
            <dd className="whitespace-pre-line">{note.text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
