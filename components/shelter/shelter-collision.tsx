import { SHELTER_LABELS, type ShelterValues, toHours } from "@/lib/shelter/form";
import { hoursText } from "@/lib/shelter/hours";
import { Button } from "../ui/buttons/button";
import { actions, Notice } from "../ui/style/panel";

type Props = {
  fields: readonly (keyof ShelterValues)[];
  theirs: ShelterValues;
  yours: ShelterValues;
  onKeep(): void;
  onTake(): void;
};

/** Shows the fields that two people have changed, with both values, and lets the second one choose. */
export function ShelterCollision({ fields, theirs, yours, onKeep, onTake }: Props) {
  return (
    <Notice role="alert">
      <p>
        Somebody else changed the shelter while you were typing. Your text is not saved yet. Choose what to keep, then
        save.
      </p>
      {fields.map((field) => (
        <dl key={field} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
          <dt className="col-span-full font-semibold">{SHELTER_LABELS[field]}</dt>
          <dt className="text-soft">Theirs</dt>
          <dd className="whitespace-pre-line wrap-anywhere">
            <bdi>{valueText(theirs[field]) || "empty"}</bdi>
          </dd>
          <dt className="text-soft">Yours</dt>
          <dd className="whitespace-pre-line wrap-anywhere">
            <bdi>{valueText(yours[field]) || "empty"}</bdi>
          </dd>
        </dl>
      ))}
      <div className={actions}>
        <Button onClick={onKeep}>Keep mine, then save</Button>
        <Button look="quiet" onClick={onTake}>
          Use theirs
        </Button>
      </div>
    </Notice>
  );
}

function valueText(value: ShelterValues[keyof ShelterValues]): string {
  if (typeof value === "string") return value;
  const hours = toHours(value);
  return hours ? hoursText(hours) : "";
}
