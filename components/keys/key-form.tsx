import type { ReactNode } from "react";
import { RequestProblem } from "../people/request-problem";
import { Button } from "../ui/button";
import { stack } from "../ui/panel";
import type { useRequestForm } from "../ui/request-form";
import { SheetActions } from "../ui/sheet";

type Props = {
  id: string;
  request: ReturnType<typeof useRequestForm>;
  /** The label of the button, and what it says while the form is being sent. */
  label: string;
  busyLabel: string;
  notDone: string;
  inDoubt: string;
  /** The fields. */
  children: ReactNode;
};

/** A form of a key in a sheet: its fields, what went wrong, and its buttons. */
export function KeyForm({ id, request, label, busyLabel, notDone, inDoubt, children }: Props) {
  return (
    <>
      <form id={id} {...request.attributes} onChange={request.onEdit} className={stack}>
        {children}
      </form>
      <RequestProblem
        id={`${id}-again`}
        error={request.failure}
        notDone={notDone}
        inDoubt={inDoubt}
        onWaited={request.sendAgain}
        onSignedIn={request.resume}
      />
      <SheetActions>
        <Button type="submit" form={id} busy={request.isSending}>
          {request.isSending ? busyLabel : label}
        </Button>
      </SheetActions>
    </>
  );
}
