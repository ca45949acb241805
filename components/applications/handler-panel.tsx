import { useQuery } from "@tanstack/react-query";
import type { Application } from "@/lib/applications/schema";
import { peopleQuery } from "@/lib/people/queries";
import { Button } from "../ui/button";
import { cx } from "../ui/cx";
import { Field, Select } from "../ui/field";
import { actions, panel, stack } from "../ui/panel";
import type { Me } from "./me";
import type { Decisions } from "./use-decisions";

type Props = { application: Application; decisions: Decisions; me: Me };

/** Who handles an application. Anybody can take it over or give it back. Admins can assign it to others. */
export function HandlerPanel({ application, decisions, me }: Props) {
  const { handledBy } = application;
  const { decide, busy } = decisions;
  const isMine = handledBy?.id === me.id;
  return (
    <section className={cx(panel, stack)} aria-labelledby="handler-heading">
      <h2 id="handler-heading">Handled by</h2>
      <p className="wrap-anywhere">
        {handledBy === null ? "Nobody yet" : isMine ? "You" : <bdi>{handledBy.name || "Somebody who has left"}</bdi>}
      </p>
      <div className={actions}>
        {isMine ? (
          <Button look="quiet" busy={busy} onClick={() => void decide({ handledBy: null }, "Nobody handles it now.")}>
            Hand it back
          </Button>
        ) : (
          <Button look="quiet" busy={busy} onClick={() => void decide({ handledBy: me.id }, "You handle it now.")}>
            Take over
          </Button>
        )}
      </div>
      {me.role === "admin" && <Assign application={application} decisions={decisions} me={me} />}
    </section>
  );
}

function Assign({ application: { handledBy }, decisions: { decide, busy }, me }: Props) {
  const people = useQuery(peopleQuery()).data?.filter(({ disabled, id }) => !disabled && id !== me.id) ?? [];
  if (people.length === 0) return null;
  return (
    <Field id="assign" label="Give it to">
      {(attributes) => (
        <Select
          {...attributes}
          value={people.some(({ id }) => id === handledBy?.id) ? handledBy?.id : ""}
          disabled={busy}
          onChange={({ target: { value } }) => {
            const person = people.find(({ id }) => id === value);
            if (person) void decide({ handledBy: person.id }, `${person.email} handles it now.`);
          }}
        >
          <option value="">Choose a person</option>
          {people.map(({ id, email }) => (
            <option key={id} value={id}>
              {email}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
