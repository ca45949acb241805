import "server-only";
import { inSnapshot, type Transaction } from "../../database/transaction";
import { DomainError } from "../../domain-error";
import { isQuestion } from "../question";
import { PUBLIC, toPublic } from "../related-store";
import { type Application, ApplicationParams, MAX_CHANGES, NO_APPLICATION, type PublicApplication } from "../schema";
import { type ApplicationStatus, isApplicationStatus } from "../status";
import { fitsHash } from "./secret";

/** What an applicant wrote. */
export type SentTexts = Pick<Application, "name" | "email" | "telephone" | "home" | "otherPets" | "message">;

/** An application on its private page, with its latest statuses, oldest first. */
export type PrivateApplication = {
  application: PublicApplication;
  isQuestion: boolean;
  sent: SentTexts;
  steps: { status: ApplicationStatus; at: Date }[];
};

const COLUMNS = {
  ...PUBLIC,
  secretHash: true,
  name: true,
  email: true,
  telephone: true,
  home: true,
  otherPets: true,
  message: true,
} as const;

/** Reads an application for its applicant. @throws DomainError not_found, even for a wrong secret */
export function getForApplicant(id: string, secret: string): Promise<PublicApplication> {
  return inSnapshot(async (tx) => {
    const row = await tx.application.findUnique({ where: { id }, select: { ...PUBLIC, secretHash: true } });
    if (!fitsHash(secret, row?.secretHash) || !row) throw new DomainError("not_found", NO_APPLICATION);
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
    const row = await tx.application.findUnique({ where: { id }, select: COLUMNS });
    if (!fitsHash(path.secret, row?.secretHash) || !row) return null;
    const { name, email, telephone, home, otherPets, message, createdAt } = row;
    return {
      application: await toPublic(tx, row),
      isQuestion: isQuestion(row),
      sent: { name, email, telephone, home, otherPets, message },
      steps: [{ status: "new", at: createdAt }, ...(await listLaterSteps(tx, id))],
    };
  });
}

/** Lists the latest statuses that an application got after it arrived, oldest first. */
async function listLaterSteps(tx: Transaction, applicationId: string): Promise<PrivateApplication["steps"]> {
  const steps = await tx.$queryRaw<{ status: string; at: Date }[]>`
    SELECT changes #>> '{status,to}' AS status, at FROM application_changes
    WHERE application_id = ${applicationId}::uuid AND changes ? 'status' ORDER BY id DESC LIMIT ${MAX_CHANGES}`;
  return steps.toReversed().flatMap(({ status, at }) => (isApplicationStatus(status) ? [{ status, at }] : []));
}
