import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { sameNamesQuery } from "@/lib/pets/edit/same-names";
import { categoryName } from "@/lib/pets/kinds/categories";
import type { Pet } from "@/lib/pets/schema";
import { DEFAULT_STATUS, STATUS_LABELS } from "@/lib/pets/status";
import { Link } from "../../ui/navigation/link";

/** How long typing has to pause before the name is looked up. */
const PAUSE_MS = 400;
const MAX_SHOWN = 3;

type Props = {
  name: string;
  /** The chosen kind, or an empty string. */
  kind: string;
  except?: bigint | undefined;
};

/** Points out animals of the same kind that already have the typed name, other than the one that is edited. */
export function SameNames({ name, kind, except }: Props) {
  const [lastName, setLastName] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setLastName(name), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [name]);
  const { data = [] } = useQuery(sameNamesQuery(lastName));
  const others =
    name === lastName ? data.filter(({ id, categoryId }) => id !== except && categoryId.toString() === kind) : [];
  return (
    <div role="status" className="empty:hidden">
      {others.length > 0 && (
        <p className="rounded-control bg-amber-back px-3 py-2 text-sm text-amber">
          Same animal? <SameAnimals pets={others} />
        </p>
      )}
    </div>
  );
}

/** Animals by name, kind and status, each with a link to its page in its own tab. */
export function SameAnimals({ pets }: { pets: readonly Pet[] }) {
  return (
    <>
      {pets.slice(0, MAX_SHOWN).map((pet, at) => (
        <span key={pet.id.toString()}>
          {at > 0 && ", "}
          <Link className="font-semibold underline underline-offset-2" href={`/animals/${pet.id}`} target="_blank">
            <bdi>{pet.name}</bdi>
          </Link>{" "}
          ({categoryName(pet.categoryId)}, {STATUS_LABELS[pet.status ?? DEFAULT_STATUS].toLowerCase()})
        </span>
      ))}
      {pets.length > MAX_SHOWN && ` and ${pets.length - MAX_SHOWN} more`} {pets.length === 1 ? "has" : "have"} this
      name.
    </>
  );
}
