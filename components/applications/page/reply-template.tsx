import { useId } from "react";
import type { replyChoices } from "@/lib/applications/reply/replies";
import { Field, Select } from "../../ui/forms/field";

type Props = { choices: ReturnType<typeof replyChoices>; template: string; hint: string; onChoose(id: string): void };

/** The templates to start a reply from. */
export function ReplyTemplate({ choices, template, hint, onChoose }: Props) {
  const id = useId();
  const isOffered = choices.some((choice) => choice.id === template);
  return (
    <Field id={id} label="Start from a template" hint={hint}>
      {(attributes) => (
        <Select {...attributes} value={isOffered ? template : ""} onChange={({ target }) => onChoose(target.value)}>
          <option value="">Choose a text</option>
          {choices.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
