import type { RefObject } from "react";
import { Button } from "../../ui/buttons/button";
import { ConfirmButton } from "../../ui/overlays/confirm-button";
import { SheetFooter } from "../../ui/overlays/sheet";
import { focusTitle } from "./sheet-trail-buttons";

type Props = {
  form: string;
  isSending: boolean;
  /** How many choices of a collision are left. */
  left: number;
  /** What saving waits for. */
  note: string | null;
  isUnsaved: boolean;
  /** Whether there is another animal after this one. */
  hasNext: boolean;
  /** Whether saving opens it. */
  wantsNext: RefObject<boolean>;
  onUndo(): void;
};

/** On a phone, the buttons fit into one row. */
const PHONE_BUTTON = "max-sm:px-2! max-sm:text-sm max-sm:whitespace-nowrap";

/** The buttons that save an animal or undo what was changed, and what saving waits for. */
export function EditFooter({ form, isSending, left, note, isUnsaved, hasNext, wantsNext, onUndo }: Props) {
  return (
    <SheetFooter>
      {left > 0 && (
        <p className="basis-full text-sm font-semibold text-amber">
          Somebody else changed {left === 1 ? "a field" : `${left} fields`} too. Choose above, then save.
        </p>
      )}
      <p role="status" className="basis-full text-sm font-semibold text-amber empty:hidden">
        {note}
      </p>
      <Button
        type="submit"
        form={form}
        className="max-sm:px-3.5!"
        busy={isSending}
        onClick={() => (wantsNext.current = false)}
      >
        {isSending ? "Saving…" : "Save"}
      </Button>
      {hasNext && (
        <Button
          look="quiet"
          type="submit"
          form={form}
          busy={isSending}
          className={PHONE_BUTTON}
          data-shift-enter
          title="Save and next (Ctrl or ⌘ + Shift + Enter)"
          onClick={() => (wantsNext.current = true)}
        >
          Save and next
        </Button>
      )}
      {isUnsaved && (
        <ConfirmButton
          label={
            <span>
              Undo all<span className="max-sm:sr-only"> changes</span>
            </span>
          }
          look="quiet"
          className={PHONE_BUTTON}
          busy={isSending}
          question="Undo all changes?"
          details="What you have changed since the last save is lost. Photos stay as they are: they are saved at once."
          confirm="Undo all changes"
          keep="Keep them"
          onConfirm={() => {
            onUndo();
            focusTitle();
          }}
        />
      )}
    </SheetFooter>
  );
}
