import { useId, useRef, useState } from "react";
import * as z from "zod/mini";
import { isStale } from "@/lib/http/errors";
import { fromLocalField, pastWords, toLocalField } from "@/lib/orders/hand-over";
import { useSchedule } from "@/lib/orders/queries";
import type { Order } from "@/lib/orders/schema";
import { RequestProblem } from "../people/request-problem";
import { Button } from "../ui/button";
import { cx } from "../ui/cx";
import { Field, Input } from "../ui/field";
import { showToast } from "../ui/show-toast";
import { Time } from "../ui/time";
import { undoAction } from "../ui/undo-action";
import { useOneAtATime } from "../ui/use-one-at-a-time";
import { useTabState } from "../ui/use-tab-state";

type Props = {
  order: Pick<Order, "id" | "shipDate">;
  petName: string;
  /** In a `row` of a list it takes as little height as there is room for. */
  look?: keyof typeof LOOKS;
};

/** The classes of the form and of its field. */
const LOOKS = {
  form: { form: "", field: "" },
  row: { form: "max-sm:w-full", field: "sm:max-lg:flex sm:max-lg:flex-wrap sm:max-lg:items-center sm:max-lg:gap-x-3" },
} as const;

/** When the animal of an open adoption is handed over. It is saved on Enter and when the field loses the focus. */
export function HandOver({ order: { id, shipDate }, petName, look = "form" }: Props) {
  const { mutateAsync, isPending, error, reset } = useSchedule(id);
  const { text, isChanged, isOutdated, isTyping, type, forget } = useDraft(id, shipDate);
  const [problem, setProblem] = useState<string>();
  const field = useId();
  const input = useRef<HTMLInputElement>(null);
  const save = useOneAtATime(async () => {
    const next = input.current?.validity.badInput ? undefined : fromLocalField(text);
    setProblem(next === undefined ? "Choose a date and a time in the years 2000 to 2999." : undefined);
    if (next === undefined) return;
    if (!isChanged) return forget();
    try {
      await mutateAsync({ shipDate: next, was: shipDate });
      forget();
      const about = `order:${id}`;
      showToast({
        about,
        text: savedWords(petName, next === null ? "has no date." : `is set. ${pastWords(text)}`.trim()),
        ...undoAction(() => mutateAsync({ shipDate, was: next }), { about }),
      });
    } catch {
      // The mutation keeps the error, which is shown below.
    }
  });
  return (
    <form
      className={cx("relative grid grid-cols-[minmax(0,1fr)] gap-2", LOOKS[look].form)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field id={field} label="Hand-over" error={problem} className={LOOKS[look].field}>
        {(attributes) => (
          <div className="flex min-w-0 flex-wrap gap-2">
            <Input
              {...attributes}
              ref={input}
              type="datetime-local"
              className={cx("min-w-0 shrink basis-56 grow", text === "" && "border-accent!")}
              value={text}
              onChange={({ target }) => {
                setProblem(undefined);
                type(target.value);
              }}
              // Without a button, Chromium sends no form on Enter in such a field.
              onKeyDown={({ key }) => key === "Enter" && void save()}
              // What somebody else has set in the meantime is replaced only by the button.
              onBlur={() => !isOutdated && void save()}
            />
            {isChanged && (isOutdated || error || !isTyping) && (
              <Button type="submit" look="quiet" busy={isPending}>
                Save
              </Button>
            )}
          </div>
        )}
      </Field>
      {/* Beside the label, where it does not change the height. */}
      <p role="status" className="absolute end-0 top-0 text-sm text-amber empty:hidden sm:max-lg:static">
        {isChanged && pastWords(text)}
      </p>
      {isOutdated && <ChangedMeanwhile shipDate={shipDate} />}
      <RequestProblem
        id={`${field}-again`}
        error={isStale(error) ? null : error}
        notDone="The date was not saved."
        inDoubt="We do not know whether the date was saved. Save it again: nothing happens twice."
        onWaited={() => void save()}
        onSignedIn={reset}
      />
    </form>
  );
}

/** What is typed, and the date that it started from. `text` is null when there is no draft. */
const Draft = z.object({ text: z.nullable(z.string()), base: z.nullable(z.string()) });
const NONE = { text: null, base: null };

/** The text of the field, which survives a reload until it is saved. */
function useDraft(id: bigint, shipDate: string | null) {
  const [draft, keep] = useTabState<z.infer<typeof Draft>>(`orders.hand-over.${id}`, NONE, Draft);
  /** Whether leaving the field saves it. A draft from before a reload has a button instead. */
  const [isTyping, setTyping] = useState(false);
  const isChanged = draft.text !== null && draft.text !== toLocalField(shipDate);
  const type = (text: string) => {
    setTyping(true);
    keep((now) => ({ text, base: now.text === null ? shipDate : now.base }));
  };
  const forget = () => {
    setTyping(false);
    keep(NONE);
  };
  const text = draft.text ?? toLocalField(shipDate);
  return { text, isChanged, isOutdated: isChanged && draft.base !== shipDate, isTyping, type, forget };
}

function savedWords(petName: string, rest: string) {
  return (
    <span>
      The hand-over of <bdi>{petName}</bdi> {rest}
    </span>
  );
}

function ChangedMeanwhile({ shipDate }: Pick<Order, "shipDate">) {
  return (
    <p role="alert" className="text-sm text-amber">
      In the meantime, somebody else has changed it: it is now {shipDate ? <Time iso={shipDate} /> : "not set"}. Saving
      replaces that.
    </p>
  );
}
