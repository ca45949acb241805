import { useState } from "react";
import { CloseDetails } from "@/components/ui/buttons/close-details";
import { Copyable } from "@/components/ui/buttons/copyable";
import { Combobox } from "@/components/ui/forms/combobox";
import { Checkbox, Field, FieldError, FormMessage, Input, Select, Textarea } from "@/components/ui/forms/field";
import { PasswordInput } from "@/components/ui/forms/password-input";
import { Segments } from "@/components/ui/forms/segments";
import { Countdown } from "@/components/ui/loading/countdown";
import { SecretOnce } from "@/components/ui/overlays/secret-once";
import { panel, stack } from "@/components/ui/style/panel";
import { BUSY } from "./busy";
import { Part } from "./part";

const CHOICES = ["Dog", "Cat", "Rabbit", "Guinea pig", "Tortoise"].map((label) => ({ value: label, label }));
type YesOrNo = "yes" | "no" | "unknown";
const ANSWERS: Readonly<Record<YesOrNo, string>> = { yes: "Yes", no: "No", unknown: "Not known yet" };
const nothing = () => {};

/** The controls of forms, and the messages below them. */
export function Forms() {
  return (
    <Part title="Forms">
      <form className={`${panel} ${stack}`}>
        <Lines />
        <Choices />
        <Boxes />
        <FormMessage role="status" kind="done">
          It is saved.
        </FormMessage>
        <FormMessage role="status" kind="problem">
          It was not saved. Please try again.
          <Countdown refusal={BUSY} onDone={nothing} />
        </FormMessage>
      </form>
      <Copyable
        label="A text to copy"
        value="MAIL_FROM=hello@pets.example"
        hint="It is selected when it has the focus."
      />
      <SecretOnce label="A secret" value="pet_live_example" hint="It is shown only once." onDone={nothing} />
    </Part>
  );
}

function Lines() {
  return (
    <>
      <Field id="guide-name" label="Input" hint="With a hint">
        {(attributes) => <Input {...attributes} />}
      </Field>
      <Field id="guide-wrong" label="Wrong input" error="Choose a date.">
        {(attributes) => <Input {...attributes} defaultValue="yesterday" />}
      </Field>
      <Field id="guide-fixed" label="Read only">
        {(attributes) => <Input {...attributes} readOnly value="Fixed" />}
      </Field>
      <Field id="guide-off" label="Disabled input">
        {(attributes) => <Input {...attributes} disabled value="Not now" />}
      </Field>
      <Field id="guide-password" label="Password">
        {(attributes) => <PasswordInput {...attributes} autoComplete="off" defaultValue="four words" />}
      </Field>
      <Field id="guide-password-wrong" label="Wrong password" error="It is too short.">
        {(attributes) => <PasswordInput {...attributes} autoComplete="off" defaultValue="one" />}
      </Field>
      <Field id="guide-text" label="Textarea">
        {(attributes) => <Textarea {...attributes} rows={2} />}
      </Field>
      <Field id="guide-text-wrong" label="Wrong textarea" error="Write at most 2,000 characters.">
        {(attributes) => <Textarea {...attributes} rows={2} defaultValue="Too long" />}
      </Field>
      <Field id="guide-text-off" label="Disabled textarea">
        {(attributes) => <Textarea {...attributes} rows={2} disabled value="Not now" />}
      </Field>
    </>
  );
}

const options = (
  <>
    <option>One</option>
    <option>Another</option>
  </>
);

function Choices() {
  const [choice, setChoice] = useState(CHOICES[1] ?? null);
  return (
    <>
      <Field id="guide-select" label="Select">
        {(attributes) => <Select {...attributes}>{options}</Select>}
      </Field>
      <Field id="guide-select-wrong" label="Wrong select" error="Choose another one.">
        {(attributes) => <Select {...attributes}>{options}</Select>}
      </Field>
      <Field id="guide-select-off" label="Disabled select">
        {(attributes) => (
          <Select {...attributes} disabled>
            {options}
          </Select>
        )}
      </Field>
      <Field id="guide-combobox" label="Combobox">
        {(attributes) => <Combobox attributes={attributes} choices={CHOICES} value={choice} onChange={setChoice} />}
      </Field>
      <Field id="guide-combobox-wrong" label="Wrong combobox" error="Choose a kind.">
        {(attributes) => <Combobox attributes={attributes} choices={CHOICES} value={choice} onChange={setChoice} />}
      </Field>
    </>
  );
}

function Boxes() {
  const [answer, setAnswer] = useState<YesOrNo>("yes");
  return (
    <>
      <Segments legend="Segments" options={ANSWERS} value={answer} onChange={setAnswer} />
      <Segments legend="Wrong segments" options={ANSWERS} value={answer} error="Choose one." onChange={setAnswer} />
      <fieldset>
        <legend>Boxes</legend>
        <Checkbox defaultChecked>Ticked</Checkbox>
        <Checkbox>Not ticked</Checkbox>
        <Checkbox aria-invalid>Has to be ticked</Checkbox>
        <FieldError>Tick at least two.</FieldError>
      </fieldset>
      <details>
        <summary>More</summary>
        <p>What is seldom needed.</p>
        <CloseDetails href="/styleguide">Close</CloseDetails>
      </details>
    </>
  );
}
