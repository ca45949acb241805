import { type AskedPet, type Consequences, peopleWords } from "@/lib/adoptions/consequences";
import { inboxHref } from "@/lib/applications/inbox";
import { adoptionsHref } from "@/lib/orders/params";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { Link } from "../ui/link";

export type Asked = { pets: readonly AskedPet[]; consequences: Consequences };

type Props = Asked & { isOpen: boolean; onAnswer(isConfirmed: boolean): void };

export function AdoptionDialog({ pets, consequences, isOpen, onAnswer }: Props) {
  const [first] = pets;
  const only = pets.length === 1 ? first : undefined;
  const { declines, handsOver } = consequences;
  return (
    <ConfirmDialog
      open={isOpen}
      question={<>Mark {only ? <bdi>{only.name}</bdi> : `${pets.length.toLocaleString("en")} animals`} as adopted?</>}
      details={
        <>
          {handsOver.count > 0 && <HandedOver {...handsOver} />}{" "}
          {declines.count > 0 && <Declined {...consequences} isForOne={only !== undefined} />}
        </>
      }
      confirm="Mark as adopted"
      tone="primary"
      onAnswer={onAnswer}
    >
      {only && declines.count > 0 && (
        <p>
          If one of them adopts it, approve that application instead:{" "}
          <Link className={link} href={inboxHref({ petId: String(only.id) })}>
            Choose who adopts
          </Link>
        </p>
      )}
      {handsOver.count > 0 && (
        <p>
          If it was handed over on an earlier day, or somebody else adopts it:{" "}
          <Link className={link} href={adoptionsHref(only ? { petId: String(only.id) } : {})}>
            {only ? "Open the adoption" : "See the adoptions"}
          </Link>
        </p>
      )}
    </ConfirmDialog>
  );
}

const link = "text-accent underline underline-offset-2";

function HandedOver(adopters: Consequences["handsOver"]) {
  const { count, names = [] } = adopters;
  return (
    <>
      {count === 1 ? "An open adoption is" : `${count.toLocaleString("en")} open adoptions are`} completed
      {names.length > 0 && `: ${peopleWords(adopters)}`}.
    </>
  );
}

function Declined({ declines, mails, isForOne }: Consequences & { isForOne: boolean }) {
  const { count, names = [] } = declines;
  const one = count === 1;
  const people = `${count.toLocaleString("en")} ${one ? "person is" : "people are"} waiting`;
  return (
    <>
      {people} for {isForOne ? "this animal" : "these animals"}. {one ? "Their application" : "Their applications"} will
      be declined
      {mails > 0 && `, and ${mails === count ? "they" : mails.toLocaleString("en")} get an e-mail`}
      {names.length > 0 && `: ${peopleWords(declines)}`}.
    </>
  );
}
