import "server-only";
import { inSnapshot, type Transaction } from "../database/transaction";
import { DomainError } from "../domain";
import { isSigned, signatureOf } from "../process/settings";
import { type ApplicationRow, readHistory, toPublic, WITH_PET } from "./related-store";
import { type Application, ApplicationParams, NO_APPLICATION, type PublicApplication } from "./schema";
import { isQuestion } from "./sent-words";
import { type ApplicationStatus, isApplicationStatus } from "./status";

/** Derived from the id, so every e-mail can have the link although it is stored nowhere. */
export const secretOf = (id: string) => signatureOf("application", id);

export type SentTexts = Pick<Application, "name" | "email" | "telephone" | "home" | "otherPets" | "message">;

/** An application on its private page, with its latest statuses, oldest first. */
export type PrivateApplication = {
  application: PublicApplication;
  isQuestion: boolean;
  sent: SentTexts;
  visitAt: string | null;
  steps: { status: ApplicationStatus; at: Date }[];
};

/** Finds an application by its private link. Returns null if there is none or the secret is wrong. */
async function findByLink(tx: Transaction, id: string, secret: string): Promise<ApplicationRow | null> {
  const row = await tx.application.findUnique({ where: { id }, include: WITH_PET });
  return isSigned("application", id, secret) ? row : null;
}

/** Reads an application for its applicant. @throws DomainError not_found, even for a wrong secret */
export function getForApplicant(id: string, secret: string): Promise<PublicApplication> {
  return inSnapshot(async (tx) => {
    const row = await findByLink(tx, id, secret);
    if (!row) throw new DomainError("not_found", NO_APPLICATION);
    return toPublic(tx, row);
  });
}

/** Reads the private page of an application. Returns null if there is none or the secret is wrong. */
export async function findPrivatePage(path: {
  applicationId: string;
  secret: string;
}): Promise<PrivateApplication | null> {
  const params = ApplicationParams.safeParse(path);
  if (!params.success) return null;
  const id = params.data.applicationId;
  return inSnapshot(async (tx) => {
    const row = await findByLink(tx, id, path.secret);
    if (!row) return null;
    const { name, email, telephone, home, otherPets, message, visitAt, createdAt } = row;
    return {
      application: await toPublic(tx, row),
      isQuestion: isQuestion(row),
      sent: { name, email, telephone, home, otherPets, message },
      visitAt,
      steps: [{ status: "new", at: createdAt }, ...(await listLaterSteps(tx, row))],
    };
  });
}

async function listLaterSteps(tx: Transaction, row: ApplicationRow): Promise<PrivateApplication["steps"]> {
  const steps = (await readHistory(tx, row)).map(({ at, changes }) => ({ status: changes.status?.to, at }));
  return steps.toReversed().flatMap(({ status, at }) => (isApplicationStatus(status) ? [{ status, at }] : []));
}
