import { useId, useState } from "react";
import type { DeskParams } from "@/lib/pets/desk/params";
import { Button } from "../../../ui/buttons/button";
import { Field } from "../../../ui/forms/field";
import { Sheet, SheetActions } from "../../../ui/overlays/sheet";
import { stack } from "../../../ui/style/panel";
import { KindSelect, MissingSelect, SortSelect } from "./desk-selects";

type Props = {
  params: DeskParams;
  /** How many animals are listed, as text, or null while that is unknown. */
  count: string | null;
  filter(next: Partial<DeskParams>): void;
};

/** The filters and the order of the list, behind one button that says how many filters are set. */
export function FilterSheet({ params, count, filter }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const active = [params.kind, params.lacks].filter(Boolean).length;
  return (
    <div className="md:hidden">
      <Button look="quiet" className="px-4" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Filter{" "}
        {active > 0 && (
          <span className="rounded-pill bg-accent px-2 text-sm text-accent-ink tabular-nums">
            {active}
            <span className="sr-only"> set</span>
          </span>
        )}
      </Button>
      <Sheet title="Filter" open={isOpen} onClose={close}>
        <div className={stack}>
          <Field id={`${id}-kind`} label="Kind">
            {(attributes) => <KindSelect {...attributes} params={params} filter={filter} />}
          </Field>
          <Field id={`${id}-lacks`} label="Photo and story">
            {(attributes) => <MissingSelect {...attributes} params={params} filter={filter} />}
          </Field>
          <Field id={`${id}-sort`} label="Sort">
            {(attributes) => <SortSelect {...attributes} params={params} filter={filter} />}
          </Field>
        </div>
        <SheetActions cancel={null}>
          <Button onClick={close}>{count === null ? "Show the list" : `Show ${count}`}</Button>
        </SheetActions>
      </Sheet>
    </div>
  );
}
