import { useQuery } from "@tanstack/react-query";
import type { Application } from "@/lib/applications/schema";
import { isOngoing } from "@/lib/applications/status";
import { peopleQuery } from "@/lib/people/client";
import type { Person } from "@/lib/people/schema";
import { isolate } from "@/lib/values/words";
import { usePersonId } from "../../people/signed-in";
import { Button } from "../../ui/button";
import { Field, Options, Select } from "../../ui/field";
import { Panel } from "../../ui/panel";
import { useDecision } from "./use-decisions";

type Props = { application: Application };

/** Who handles an application. While there is something to do, anybody can take it over or release their own. */
export function HandlerLine({ application }: Props) {
  const me = usePersonId();
  const { decide, busy, problem } = useDecision(application);
  const { handledBy } = application;
  const isMine = handledBy?.id === me;
  const isActive = isOngoing(application);
  const who = isMine ? "You" : handledBy?.name ? <bdi>{handledBy.name}</bdi> : "Somebody who has left";
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-x-3 gap-y-1 sm:flex-wrap">
        {(isActive || handledBy !== null) && (
          <p role="status" className="min-w-0 wrap-anywhere text-soft max-sm:text-sm">
            {handledBy === null ? (
              "Nobody is handling it yet"
            ) : (
              <>
                {who} {!isActive ? "handled it" : isMine ? "handle it" : "handles it"}
              </>
            )}
          </p>
        )}
        {isActive && (
          <Button
            look="quiet"
            className="shrink-0 px-3!"
            busy={busy}
            onClick={() => decide({ handledBy: isMine ? null : me }, null)}
          >
            {handledBy === null ? "I’ll handle this" : isMine ? "Release" : "Take over"}
          </Button>
        )}
      </div>
      {problem}
    </div>
  );
}

export function AssignPanel({ application }: Props) {
  const me = usePersonId();
  const { handledBy } = application;
  const { decide, busy, problem } = useDecision(application);
  const canHandle = ({ id, disabled, invited }: Person) => !disabled && !invited && id !== me;
  const people = useQuery(peopleQuery()).data?.filter(canHandle) ?? [];
  if (people.length === 0) return null;
  return (
    <Panel id="handler-heading" title="Handled by">
      <Field id="assign" label="Assign to">
        {(attributes) => (
          <Select
            {...attributes}
            value={people.some(({ id }) => id === handledBy?.id) ? handledBy?.id : ""}
            disabled={busy}
            onChange={({ target: { value } }) => {
              const person = people.find(({ id }) => id === value);
              if (person) decide({ handledBy: person.id }, `${isolate(person.name)} handles it now.`);
            }}
          >
            <option value="">Choose a person</option>
            <Options of={people.map(({ id, name, email }) => [id, `${isolate(name)} (${email})`])} />
          </Select>
        )}
      </Field>
      {problem}
    </Panel>
  );
}
