import type { ReactNode } from "react";
import { type FieldPath, useController } from "react-hook-form";
import type { CareValues } from "@/lib/pets/care/form";
import { CARE_LABELS, HIDDEN_LABELS, ORIGIN_LABELS } from "@/lib/pets/care/words";
import { Field, Input, Options, Select, Textarea } from "../../ui/field";
import { stack } from "../../ui/panel";

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
      <CareField name="notes">
        {(attributes) => <Textarea {...attributes} rows={3} dir="auto" className="field-sizing-content" />}
      </CareField>
    </section>
  );
}

type FieldProps = {
  name: FieldPath<CareValues>;
  hint?: string;
  children(attributes: object): ReactNode;
};

function CareField({ name, children, ...props }: FieldProps) {
  const { field, fieldState } = useController<CareValues>({ name });
  return (
    <Field {...props} id={`edit-${name}`} label={CARE_LABELS[name]} error={fieldState.error?.message}>
      {(attributes) => children({ ...attributes, ...field })}
    </Field>
  );
}

function TextControl({ type, ...props }: Omit<FieldProps, "children"> & { type?: "date" }) {
  return (
    <CareField {...props}>
      {(attributes) => <Input {...attributes} type={type} autoComplete="off" dir={type ? undefined : "auto"} />}
    </CareField>
  );
}

type ChoiceProps = Omit<FieldProps, "children"> & { choices: Readonly<Record<string, string>> };

function ChoiceControl({ choices, ...props }: ChoiceProps) {
  return (
    <CareField {...props}>
      {(attributes) => (
        <Select {...attributes}>
          <Options of={Object.entries(choices)} />
        </Select>
      )}
    </CareField>
  );
}
