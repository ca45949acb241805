import { useQuery } from "@tanstack/react-query";
import { type AskedPet, type Consequences, declinedWords } from "@/lib/adoptions/consequences";
import { type OrderAction, STEPS } from "@/lib/adoptions/transitions";
import { inboxHref } from "@/lib/applications/inbox";
import { STAFF_STATUS_LABELS } from "@/lib/applications/staff-words";
import { orderQuery, sendOrderStep, type TakenStep } from "@/lib/orders/client";
import type { Order } from "@/lib/orders/schema";
import { DAY_MS } from "@/lib/values/time";
import { nameInSentence } from "@/lib/values/words";
import { useUndo, useUndoOffer } from "../audit/undo-offer";
import { useCommand } from "../audit/use-command";
import { RequestProblem } from "../people/request-problem";
import { useIsMailOn } from "../people/signed-in";
import { ReturnReason } from "../pets/pet-messages";
import { useQuestion } from "../ui/confirm-dialog";
import { continueAt } from "../ui/focus";
import { Link } from "../ui/link";
import { Loaded } from "../ui/load-problem";
import { Skeleton } from "../ui/loading";
import { Menu, MenuItem, MenuLink, MoreLabel } from "../ui/menu";
import { actions } from "../ui/panel";
import { cx, rowLink } from "../ui/style";
import { NamedSentence } from "../ui/text";
import { showToast, type Toast } from "../ui/toast";
import { HandOverDay } from "./hand-over-day";
import { HandOverTime } from "./hand-over-fields";
import { CompletedActions, HandOverButton, type StepsLook } from "./step-questions";

/** Longer than usual, because a step has more consequences to check. */
const STEP_TOAST_MS = 30_000;

const DONE: Readonly<Record<OrderAction, string>> = {
  complete: "is handed over.",
  cancel: "is available again: the adoption was cancelled.",
  return: "is back, and available again.",
};

/** Leads to applicants who have to be told while no mail is sent. `consequences`: if the person was asked about them. */
function doneToast({ id, name }: AskedPet, action: OrderAction, consequences?: Consequences): Omit<Toast, "about"> {
  const textOf = (rest: string) => <NamedSentence name={name} rest={rest} />;
  const toTell = consequences ? consequences.declines.count - consequences.mails : 0;
  if (toTell === 0) return { text: textOf(`${DONE[action]} ${declinedWords(consequences?.declines)}`.trim()) };
  const text = textOf(`${DONE[action]} ${toTell} ${toTell === 1 ? "applicant" : "applicants"} to tell:`);
  return { text, link: { href: inboxHref({ petId: String(id), toTell: "true" }), label: "See them" } };
}

type Props = {
  order: Pick<Order, "id" | "petId" | "status" | "shipDate">;
  petName: string;
  /** Unknown for an adoption without an application. */
  adopterName: string | undefined;
  /** What gets the focus when a step has removed its own button. */
  next(): HTMLElement | null | undefined;
  look: StepsLook;
  /** Whether the hand-over is a main step of the page. */
  isMain?: boolean;
  /** When it was recorded, which may be later than the hand-over took place, and by which change set. */
  completion?: Pick<NonNullable<Order["dates"]>, "recordedAt" | "changeSetId"> | undefined;
};

/** The steps of an adoption. A dialog asks first, because they also change the animal and the applications for it. */
export function AdoptionSteps({ order, petName, adopterName, next, look, isMain = false, completion }: Props) {
  const { id, petId, status, shipDate } = order;
  const about = `order:${id}`;
  const pet = { id: petId, name: petName };
  const undo = useUndo();
  const offerUndo = useUndoOffer();
  const step = useCommand({
    send: async (taken: TakenStep, confirm, consequences) => ({
      ...(await sendOrderStep(id, taken, confirm)),
      consequences,
    }),
    pets: [pet],
    onDone: ({ changeSets, consequences }, { action }) => {
      const toast = doneToast(pet, action, consequences);
      showToast({ about, ...toast, ...offerUndo(changeSets, { about }), shownMs: STEP_TOAST_MS });
      continueAt(next);
    },
  });
  const recordedAt = completion?.recordedAt ?? null;
  // Unless something has changed since.
  const isUndoable = recordedAt !== null && Date.now() - Date.parse(recordedAt) < UNDO_MS;
  const undoCompletion = () => undo([String(completion?.changeSetId)], { about, onUndone: () => continueAt(next) });
  const shared = { petId, petName, look, busy: step.isPending };
  return (
    <>
      {status === "open" && (
        <OpenSteps {...shared} shipDate={shipDate} adopterName={adopterName} isMain={isMain} onTake={step.run} />
      )}
      {status === "completed" && (
        <div className={cx(actions, look === "row" ? topOfRow : ownLine)}>
          <CompletedActions
            {...shared}
            orderId={id}
            onUndo={isUndoable ? undoCompletion : undefined}
            onReturn={(details) => step.run({ action: "return", details })}
          />
        </div>
      )}
      {step.dialog}
      <div className="basis-full empty:hidden max-sm:col-span-full">
        <RequestProblem {...step.problem} onWaited={step.again} />
      </div>
    </>
  );
}

/** On a phone. */
const ownLine = "max-sm:col-span-full max-sm:mt-2";
/** On a phone, the menu of a row is at its top. */
const topOfRow = "max-sm:col-start-3 max-sm:row-start-1 max-sm:-me-2.5 max-sm:self-start max-sm:justify-self-end";
/** On a phone, beside the button that changes the day. */
const besideToggle = "max-sm:col-start-3 max-sm:row-start-2 max-sm:mt-1.5 max-sm:w-full max-sm:px-2.5! max-sm:text-sm";

type OpenProps = Pick<Props, "petName" | "adopterName" | "look"> &
  Pick<Order, "petId" | "shipDate"> & { busy: boolean; isMain: boolean; onTake(step: TakenStep): void };

/** The steps of an open adoption. Cancelling it is in a menu, away from the main step. */
function OpenSteps({ petId, shipDate, look, isMain, onTake, ...button }: OpenProps) {
  const inRow = look === "row";
  return (
    <div className={cx(actions, inRow ? "max-sm:contents" : look === "page" && ownLine)}>
      <HandOverButton
        {...button}
        shipDate={shipDate}
        look={isMain ? "primary" : "quiet"}
        className={cx(
          "whitespace-nowrap",
          inRow && cx("px-3!", besideToggle),
          look === "handOver" && "max-sm:px-3! max-sm:text-sm",
        )}
        onHandOver={(details) => onTake({ action: "complete", details })}
      />
      {look !== "handOver" && (
        <CancelMenu {...button} petId={petId} inRow={inRow} onCancel={() => onTake({ action: "cancel" })} />
      )}
    </div>
  );
}

/** How long it is offered to undo a hand-over that was recorded by mistake. */
const UNDO_MS = DAY_MS;

type CancelProps = Pick<Props, "petName" | "adopterName"> & { petId: bigint; inRow: boolean; onCancel(): void };

function CancelMenu({ petId, petName, adopterName, inRow, onCancel }: CancelProps) {
  const { ask, dialog } = useQuestion();
  const name = <bdi>{nameInSentence(petName)}</bdi>;
  const question = {
    question: <>Cancel the adoption of {name}?</>,
    details: <Cancelled adopterName={adopterName} />,
    confirm: "Cancel adoption",
    keep: "Keep adoption",
  };
  return (
    <div className={inRow ? topOfRow : undefined}>
      <Menu look={inRow ? "icon" : "inline"} label={inRow ? <MoreLabel>More for {name}</MoreLabel> : "More steps"}>
        <MenuItem onSelect={() => ask(question, onCancel)}>Cancel adoption…</MenuItem>
        {inRow && <MenuLink href={`/staff/animals?history=${petId}`}>History</MenuLink>}
      </Menu>
      {dialog}
    </div>
  );
}

function Cancelled({ adopterName }: Pick<Props, "adopterName">) {
  const isMailOn = useIsMailOn();
  if (adopterName === undefined) return <>The animal becomes available again.</>;
  const adopter = <bdi>{nameInSentence(adopterName)}</bdi>;
  return (
    <>
      The animal becomes available again, and the application goes back to “{STAFF_STATUS_LABELS[STEPS.cancel.adopter]}
      ”. {isMailOn ? <>{adopter} gets an e-mail.</> : <>Tell {adopter} yourself: this service sends no mail.</>}
    </>
  );
}

const MEANINGS = {
  open: "Approved. The adoption is open until the animal is handed over.",
  completed: "The animal was handed over to the adopter.",
  returned: "The animal came back.",
  cancelled: "The adoption was cancelled.",
} as const;

type AdoptionProps = { orderId: bigint } & Pick<Props, "petName" | "adopterName" | "next" | "completion">;

export function Adoption({ orderId, ...steps }: AdoptionProps) {
  const query = useQuery(orderQuery(String(orderId)));
  return (
    <Loaded what="The adoption" query={query} loading={<Skeleton className="h-40" />}>
      {(order) => (
        <>
          <p>{MEANINGS[order.status]}</p>
          <ReturnReason reason={order.returnReason} />
          {order.status === "returned" && (
            <Link className={cx(rowLink, "-my-3")} href="/staff/adoptions?status=returned">
              See adoptions that came back
            </Link>
          )}
          {order.status === "open" && (
            <p className={actions}>
              Hand-over: {order.shipDate === null ? "no day yet" : <HandOverTime iso={order.shipDate} />}
              <HandOverDay order={order} petName={steps.petName} />
            </p>
          )}
          <AdoptionSteps order={order} {...steps} look="page" isMain />
        </>
      )}
    </Loaded>
  );
}
