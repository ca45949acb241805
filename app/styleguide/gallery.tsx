"use client";

import { useState } from "react";
import { CategoryPicture } from "@/components/pets/category-picture";
import { Badge } from "@/components/ui/badge";
import { BarChart } from "@/components/ui/bar-chart";
import { Button, ButtonLink } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Countdown } from "@/components/ui/countdown";
import { Checkbox, Field, FieldError, FormMessage, Input, Select, Textarea } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { barLink, rowLink } from "@/components/ui/links";
import { LoadProblem } from "@/components/ui/load-problem";
import { LoadingCards, LoadingRows } from "@/components/ui/loading";
import { Menu, MenuItem, MenuLink } from "@/components/ui/menu";
import { Meter } from "@/components/ui/meter";
import { actions, Notice, noticePicture, panel, stack } from "@/components/ui/panel";
import { pill } from "@/components/ui/pill";
import { PrintButton } from "@/components/ui/print-button";
import { useProgress } from "@/components/ui/progress-bar";
import { QrCode } from "@/components/ui/qr-code";
import { SecretOnce } from "@/components/ui/secret-once";
import { Segments } from "@/components/ui/segments";
import { ShareButton } from "@/components/ui/share-button";
import { Sheet } from "@/components/ui/sheet";
import { showToast } from "@/components/ui/show-toast";
import { ThemeSwitch } from "@/components/ui/theme-switch";
import { Time } from "@/components/ui/time";
import { ApiError } from "@/lib/http/errors";
import { Lists } from "./lists";
import { Part } from "./part";

const LOOKS = ["primary", "quiet", "danger", "quiet-danger"] as const;
const TONES = ["green", "amber", "grey"] as const;
const CHOICES = ["Dog", "Cat", "Rabbit", "Guinea pig", "Tortoise"].map((label) => ({ value: label, label }));
type Answer = "yes" | "no" | "unknown";
const ANSWERS: Readonly<Record<Answer, string>> = { yes: "Yes", no: "No", unknown: "Not known yet" };
const DAYS = [3, 8, 5, 0, 12, 9].map((count, day) => ({ label: `2026-11-0${day + 1}`, parts: [count, day % 3] }));
const FULL_AGAIN = 1_795_262_460;
const BUSY = new ApiError("rate_limited", "The rate limit is exceeded", { "retry-after": "99" });
const nothing = () => {};

/** All components and their states. */
export function Gallery() {
  return (
    <>
      <Texts />
      <Buttons />
      <Controls />
      <Lists />
      <Numbers />
      <Floating />
      <Waiting />
    </>
  );
}

function Texts() {
  return (
    <Part title="Texts">
      <p className="font-display text-2xl font-semibold">Heading 1: Łucja &amp; Biscuit</p>
      <h3>Heading 3</h3>
      <p className="text-lg">Large text of a story.</p>
      <p>
        Text with <a href="/">the animals</a> as a link, <code>code</code> and <strong>weight</strong>.
      </p>
      <p className="text-sm text-soft">A hint, small and soft.</p>
      <p className={actions}>
        <Link className={barLink} href="/styleguide">
          Link of a bar
        </Link>
        <Link className={barLink} href="/styleguide" aria-current="page">
          The page that is shown
        </Link>
        <Link className={rowLink} href="/styleguide">
          Link of a row
        </Link>
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
        <Time iso="2026-11-22T12:00:00Z" />
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
      <ConfirmButton
        label="Asks first"
        question="Do what cannot be undone?"
        confirm="Do it"
        busy={false}
        onConfirm={nothing}
      />
      <div className={actions}>
        <ShareButton title="Olive" url="https://pets.example/animals/1" />
        <PrintButton label="Print this page" />
        <ThemeSwitch id="guide-theme" />
      </div>
    </Part>
  );
}

function Controls() {
  const [choice, setChoice] = useState(CHOICES[1] ?? null);
  const [answer, setAnswer] = useState<Answer>("yes");
  return (
    <Part title="Forms">
      <form className={`${panel} ${stack}`}>
        <Field id="guide-name" label="Input" hint="With a hint">
          {(attributes) => <Input {...attributes} />}
        </Field>
        <Field id="guide-wrong" label="Wrong input" error="Choose a date.">
          {(attributes) => <Input {...attributes} defaultValue="yesterday" />}
        </Field>
        <Field id="guide-fixed" label="Read only">
          {(attributes) => <Input {...attributes} readOnly value="Fixed" />}
        </Field>
        <Field id="guide-select" label="Select">
          {(attributes) => (
            <Select {...attributes}>
              <option>One</option>
              <option>Another</option>
            </Select>
          )}
        </Field>
        <Field id="guide-combobox" label="Combobox">
          {(attributes) => <Combobox attributes={attributes} choices={CHOICES} value={choice} onChange={setChoice} />}
        </Field>
        <Field id="guide-text" label="Textarea">
          {(attributes) => <Textarea {...attributes} rows={2} />}
        </Field>
        <Segments legend="Segments" options={ANSWERS} value={answer} onChange={setAnswer} />
        <Segments legend="Wrong segments" options={ANSWERS} value={answer} error="Choose one." onChange={setAnswer} />
        <fieldset>
          <legend>Boxes</legend>
          <Checkbox defaultChecked>Ticked</Checkbox>
          <Checkbox>Not ticked</Checkbox>
          <FieldError>Tick at least two.</FieldError>
        </fieldset>
        <FormMessage role="status" kind="done">
          It is saved.
        </FormMessage>
        <FormMessage role="status" kind="problem">
          It was not saved. Please try again.
          <Countdown refusal={BUSY} onDone={nothing} />
        </FormMessage>
      </form>
      <SecretOnce label="A secret" value="pet_live_example" hint="It is shown only once." onDone={nothing} />
    </Part>
  );
}

function Numbers() {
  return (
    <Part title="Numbers">
      <Meter label="Nearly full" limit={60} remaining={55} reset={FULL_AGAIN} />
      <Meter label="Nearly empty" limit={60} remaining={2} reset={FULL_AGAIN} />
      <BarChart title="Requests a day" names={["answered", "refused"]} bars={DAYS} />
      <QrCode text="https://pets.example/animals/1" label="A QR code" />
    </Part>
  );
}

function Floating() {
  const [open, setOpen] = useState(false);
  const toast = { text: "Olive was added.", link: { href: "/styleguide", label: "See the page" } };
  return (
    <Part title="Above the page">
      <div className={actions}>
        <Menu label="Menu" head="Whose it is">
          <MenuLink href="/styleguide">A link</MenuLink>
          <MenuItem onSelect={nothing}>An action</MenuItem>
        </Menu>
        <Button look="quiet" onClick={() => setOpen(true)}>
          Sheet
        </Button>
        <Sheet title="A sheet" open={open} onClose={() => setOpen(false)}>
          <p>From the bottom on a phone, in the middle elsewhere.</p>
        </Sheet>
        <Button look="quiet" onClick={() => showToast(toast)}>
          Toast
        </Button>
      </div>
    </Part>
  );
}

function Waiting() {
  const [busy, setBusy] = useState(false);
  useProgress(busy);
  return (
    <Part title="Waiting and failing">
      <Button look="quiet" onClick={() => setBusy(!busy)}>
        {busy ? "Stop the progress" : "Show progress at the top"}
      </Button>
      <LoadProblem what="The animals" error={new Error("away")} onRetry={nothing} />
      <LoadingRows />
      <LoadingCards />
    </Part>
  );
}
