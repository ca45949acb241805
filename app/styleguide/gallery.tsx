"use client";

import { CategoryPicture } from "@/components/pets/category-picture";
import { Button, ButtonLink } from "@/components/ui/buttons/button";
import { FileButton } from "@/components/ui/buttons/file-button";
import { PrintButton } from "@/components/ui/buttons/print-button";
import { ShareButton } from "@/components/ui/buttons/share-button";
import { Arrow } from "@/components/ui/display/arrow";
import { Badge } from "@/components/ui/display/badge";
import { BarChart } from "@/components/ui/display/bar-chart";
import { Chevron } from "@/components/ui/display/chevron";
import { Cross } from "@/components/ui/display/cross";
import { Email } from "@/components/ui/display/email";
import { Meter } from "@/components/ui/display/meter";
import { NamedSentence } from "@/components/ui/display/named-sentence";
import { NumberedSteps } from "@/components/ui/display/numbered-steps";
import { Paragraphs } from "@/components/ui/display/paragraphs";
import { QrCode } from "@/components/ui/display/qr-code";
import { Ago, Left, Minute, Time } from "@/components/ui/display/time";
import { BackLink } from "@/components/ui/navigation/back-link";
import { Link } from "@/components/ui/navigation/link";
import { NavLink } from "@/components/ui/navigation/nav-link";
import { ConfirmButton } from "@/components/ui/overlays/confirm-button";
import { barLink, rowLink } from "@/components/ui/style/links";
import { actions, Notice, noticePicture } from "@/components/ui/style/panel";
import { pill } from "@/components/ui/style/pill";
import { ThemeSwitch } from "@/components/ui/theme/theme-switch";
import { Adopters } from "./adopters";
import { Floating } from "./floating";
import { Forms } from "./forms";
import { Lists } from "./lists";
import { Part } from "./part";
import { Waiting } from "./waiting";

const LOOKS = ["primary", "quiet", "link", "danger", "quiet-danger"] as const;
const TONES = ["accent", "green", "amber", "grey"] as const;
const NOON = "2026-11-22T12:00:00Z";
const DAYS = [3, 8, 5, 0, 12, 9].map((count, day) => ({ label: `2026-11-0${day + 1}`, parts: [count, day % 3] }));
const FULL_AGAIN = 1_795_262_460;
const nothing = () => {};

/** All components and their states. */
export function Gallery() {
  return (
    <>
      <Texts />
      <Buttons />
      <Forms />
      <Lists />
      <Numbers />
      <Floating />
      <Waiting />
      <Adopters />
    </>
  );
}

function Texts() {
  return (
    <Part title="Texts">
      <p className="font-display text-2xl font-semibold">Heading 1: Łucja &amp; Biscuit</p>
      <h3>Heading 3</h3>
      <div className="grid gap-4 text-lg">
        <Paragraphs text={"Large text of a story.\n\nIts second paragraph."} />
      </div>
      <p>
        Text with <a href="/">the animals</a> as a link, <code>code</code> and <strong>weight</strong>.
      </p>
      <p className="text-sm text-soft">A hint, small and soft.</p>
      <NumberedSteps
        steps={[
          { title: "The first step", text: "What happens in it." },
          { title: "The second step", text: "What happens then." },
        ]}
      />
      <BackLink href="/styleguide">The list above this page</BackLink>
      <p className={actions}>
        <NavLink href="/styleguide">Navigation, current</NavLink>
        <NavLink href="/">Navigation</NavLink>
        <Link className={barLink} href="/styleguide">
          Link of a bar
        </Link>
        <Link className={barLink} href="/styleguide" aria-current="page">
          The page that is shown
        </Link>
        <Link className={rowLink} href="/styleguide">
          Link of a row
          <Arrow to="end" />
        </Link>
        <button type="button" className={pill} aria-label="Close">
          <Cross />
        </button>
        <button type="button" className={pill} aria-label="Open">
          <Chevron />
        </button>
        <Email address="somebody@shelter.example" />
      </p>
      <p className={actions}>
        <Link className={pill} href="/styleguide" aria-current="true">
          Active filter
        </Link>
        <Link className={pill} href="/styleguide">
          Filter
        </Link>
      </p>
      <p className={actions}>
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </p>
      <p className={actions}>
        <Time iso={NOON} />
        <Minute iso={NOON} />
        <Ago iso={NOON} />
        <Ago iso={NOON} style="narrow" />
        <NamedSentence name="Luna" rest="is now pending." />
        <Left iso="2126-11-22T12:00:00Z" />
      </p>
      <Notice>
        <p>A notice, and what to do.</p>
        <ButtonLink href="/styleguide">The next step</ButtonLink>
      </Notice>
      <Notice picture={<CategoryPicture className={noticePicture} categoryId={2n} petId={12n} />}>
        <h3>All that a page has to say</h3>
        <ButtonLink href="/styleguide">The next step</ButtonLink>
      </Notice>
    </Part>
  );
}

function Buttons() {
  return (
    <Part title="Buttons">
      {LOOKS.map((look) => (
        <p key={look} className={actions}>
          <Button look={look}>{look}</Button>
          <Button look={look} busy>
            Busy…
          </Button>
        </p>
      ))}
      <div className={actions}>
        {[false, true].map((busy) => (
          <ConfirmButton
            key={String(busy)}
            label={busy ? "Busy…" : "Asks first"}
            question="Do what cannot be undone?"
            confirm="Do it"
            busy={busy}
            onConfirm={nothing}
          />
        ))}
        <FileButton label="Choose a file" accept="text/csv" onChoose={nothing} />
        <Button>Search</Button>
      </div>
      <div className={actions}>
        <ShareButton title="Olive" url="https://pets.example/animals/1" />
        <PrintButton label="Print this page" />
        <ThemeSwitch id="guide-theme-2" />
      </div>
    </Part>
  );
}

function Numbers() {
  return (
    <Part title="Numbers">
      <Meter label="Nearly full" limit={60} remaining={55} reset={FULL_AGAIN} />
      <Meter label="Nearly empty" limit={60} remaining={2} reset={FULL_AGAIN} />
      <BarChart title="Requests a day" names={["answered", "refused"]} bars={DAYS} />
      <QrCode text="https://pets.example/animals/1" label="A QR code" className="w-40 bg-white p-4" />
    </Part>
  );
}
