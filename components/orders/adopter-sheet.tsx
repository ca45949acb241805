import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { AdopterValues, readAdopter } from "@/lib/applications/adopter-form";
import { sendDeleteApplication, sendRecordAdopter } from "@/lib/applications/client";
import { editedPetQuery } from "@/lib/pets/client";
import type { Pet } from "@/lib/pets/schema";
import { STATUS_LABELS } from "@/lib/pets/status";
import { localDate } from "@/lib/values/time";
import { nameInSentence } from "@/lib/values/words";
import { useCommand } from "../audit/use-command";
import { RequestForm } from "../people/request-problem";
import { usePersonId } from "../people/signed-in";
import { OpenAdoptionLink, showPetToast } from "../pets/pet-messages";
import { TextField } from "../ui/form-controls";
import { Loaded } from "../ui/load-problem";
import { Loading, Skeleton } from "../ui/loading";
import { useRequestForm } from "../ui/request-form";
import { Sheet, SheetActions } from "../ui/sheet";
import { useDraft } from "../ui/tab-state";
import { undoAction } from "../ui/undo-action";
import { HandOverField } from "./hand-over-fields";

export function AdopterFields() {
  return (
    <>
      <TextField name="name" label="Name of the adopter" dir="auto" autoComplete="off" required />
      <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
        <TextField name="email" label="E-mail" isOptional type="email" autoComplete="off" />
        <TextField name="telephone" label="Telephone" isOptional type="tel" autoComplete="off" />
      </div>
    </>
  );
}

type AdopterSheetProps = { petId: bigint; onClose(): void };

/** The dialog that records who has adopted an animal, if they have not applied here. */
export function AdopterSheet({ petId, onClose }: AdopterSheetProps) {
  const query = useQuery(editedPetQuery(petId));
  const loading = (
    <Loading>
      <Skeleton className="h-60" />
    </Loading>
  );
  return (
    <Sheet open onClose={onClose} title="Record the adopter" startsAtTitle>
      <Loaded what="The animal" query={query} loading={loading}>
        {(found) =>
          found === null ? (
            <>
              <p>There is no animal with this number. Somebody may have removed it.</p>
              <SheetActions cancel="Close" />
            </>
          ) : (
            <AdopterForm pet={found.pet} onClose={onClose} />
          )
        }
      </Loaded>
    </Sheet>
  );
}

function AdopterForm({ pet, onClose }: { pet: Pet; onClose(): void }) {
  const person = usePersonId();
  // The day of an adoption that has been recorded is known.
  const isAdopted = pet.status === "sold";
  const [today] = useState(() => (isAdopted ? "" : localDate(new Date())));
  const form = useForm<AdopterValues>({
    resolver: zodResolver(AdopterValues),
    defaultValues: { name: "", email: "", telephone: "", handOver: today },
  });
  const { forget } = useDraft(form, `adopter.${pet.id}.${person}`);
  const takeBack = useCommand({ send: sendDeleteApplication });
  const record = useCommand({
    send: (values: AdopterValues, confirm) => sendRecordAdopter(pet.id, readAdopter(values), confirm),
    pets: [pet],
    onDone: ({ data: application }) => {
      forget();
      showPetToast(pet, "has an adopter now.", {
        link: { href: `/staff/applications/${application.id}`, label: "See the adopter" },
        // Recording somebody for an animal that was not adopted yet has also completed an adoption.
        ...(isAdopted && undoAction({ about: `pet-${pet.id}`, take: () => takeBack.send(application.id) })),
      });
      onClose();
    },
  });
  const request = useRequestForm({ form, send: record.send });
  return (
    <RequestForm request={request} isSheet label="Record the adopter" busyLabel="Recording…">
      <p className="wrap-anywhere">
        For somebody who has taken <bdi>{nameInSentence(pet.name)}</bdi> home and did not apply here.{" "}
        {!isAdopted && `The animal becomes ${STATUS_LABELS.sold.toLowerCase()}.`}
      </p>
      {record.dialog}
      <AdopterFields />
      {!isAdopted && <HandOverField label="Handed over on" name="handOver" />}
      <OpenAdoptionLink petId={pet.id} error={request.failure} />
    </RequestForm>
  );
}
