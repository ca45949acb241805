import type { ComponentProps } from "react";
import type { CareValues } from "@/lib/pets/care/form";
import { CARE_LABELS, HIDDEN_LABELS, ORIGIN_LABELS } from "@/lib/pets/care/words";
import { Input, Options, Select, Textarea } from "../../ui/field";
import { stack } from "../../ui/panel";
import { EditField } from "./pet-controls";

/** In the context of the form. */
export function CareControls() {
  return (
    <section className={stack} aria-labelledby="care-heading">
      <div>
        <h3 id="care-heading">Only for the shelter</h3>
        <p className="text-sm text-soft">Visitors never see this.</p>
      </div>
      <ChoiceControl
        name="hidden"
        choices={{ "": "Everybody sees it", ...HIDDEN_LABELS }}
        hint="While there is a reason, visitors see neither the animal nor its photos, and cannot apply for it."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextControl name="reference" />
        <TextControl name="microchip" />
        <TextControl name="intakeOn" type="date" />
        <ChoiceControl name="origin" choices={{ "": "Not known", ...ORIGIN_LABELS }} />
      </div>
      <TextControl name="location" />
      <EditField name="notes" label={CARE_LABELS.notes}>
        {(attributes) => <Textarea {...attributes} rows={3} dir="auto" className="field-sizing-content" />}
      </EditField>
    </section>
  );
}

type Props = Pick<ComponentProps<typeof EditField>, "hint"> & { name: keyof CareValues };

function TextControl({ type, name }: Props & { type?: "date" }) {
  return (
    <EditField name={name} label={CARE_LABELS[name]}>
      {(attributes) => <Input {...attributes} type={type} autoComplete="off" dir={type ? undefined : "auto"} />}
    </EditField>
  );
}

type ChoiceProps = Props & { choices: Readonly<Record<string, string>> };

function ChoiceControl({ name, choices, hint }: ChoiceProps) {
  return (
    <EditField name={name} label={CARE_LABELS[name]} hint={hint}>
      {(attributes) => (
        <Select {...attributes}>
          <Options of={Object.entries(choices)} />
        </Select>
      )}
    </EditField>
  );
}
