import { type Control, useController } from "react-hook-form";
import type { EditValues } from "@/lib/pets/edit/values";
import { MAX_STORY_LENGTH } from "@/lib/pets/profile/schema";
import { Field, Textarea } from "../../ui/forms/field";
import { cx } from "../../ui/style/cx";

/** Screen readers announce how many characters are left once there are no more than this. */
const NEAR = 100;

/** The story of an animal, and how many characters are left. */
export function StoryControl({ control }: { control: Control<EditValues> }) {
  const { field, fieldState } = useController({ control, name: "story" });
  const length = [...field.value].length;
  const left = MAX_STORY_LENGTH - length;
  return (
    <div className="grid gap-1">
      <Field
        id="edit-story"
        label="Story"
        hint="What it is like to live with, and what it needs. Adopters read this first."
        error={fieldState.error?.message}
      >
        {(attributes) => (
          <Textarea {...attributes} {...field} rows={7} dir="auto" className="min-h-28! field-sizing-content" />
        )}
      </Field>
      <p className={cx("text-end text-sm tabular-nums", left < 0 ? "font-semibold text-danger" : "text-soft")}>
        {length.toLocaleString("en")} of {MAX_STORY_LENGTH.toLocaleString("en")}
      </p>
      <p className="sr-only" role="status">
        {left < 0 ? `${-left} characters too many` : left <= NEAR ? `${left} characters left` : ""}
      </p>
    </div>
  );
}
