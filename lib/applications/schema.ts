import * as z from "zod/mini";
import { ShownActor } from "../audit/schema";
import { isWithinYears, OrderStatus, ShipDate, StepTime } from "../orders/schema";
import { changeOf, DateTime, Int64, pageOf } from "../values/schemas";
import { EmailAddress, MAX_TELEPHONE_LENGTH, Telephone, textOf } from "../values/text";
import { APPLICATION_STATUSES } from "./status";

export const MAX_CHANGES = 100;

/** The message when no application has the id in the path, or the secret is wrong. */
export const NO_APPLICATION = "There is no application with this id";

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const UUID_RULE = "must be a UUID, such as 0b7a1a52-9c3e-4f0e-8d53-6a3f8a1c2b4d";
/** Makes the schema of a UUID, which it puts into lower case. */
export const uuid = (rule: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? "is required" : rule) })
    .check(z.maxLength(36, { error: rule, abort: true }), z.regex(UUID, rule), z.toLowerCase())
    .register(z.globalRegistry, { format: "uuid", minLength: 36, maxLength: 36, pattern: UUID.source });

export const ApplicationParams = z.object({ applicationId: uuid(NO_APPLICATION) });

export const ApplicationStatus = z.enum(APPLICATION_STATUSES, {
  error: `must be one of ${APPLICATION_STATUSES.join(", ")}`,
});

/** Makes the schema of a text that is checked but not stored. */
const passing = (max: number) =>
  z.string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") }).check(
    z.maxLength(max, { error: `must have at most ${max} characters`, abort: true }),
    z.refine((text) => !/\p{Cc}/u.test(text), "must not contain control characters"),
  );

export const LENGTHS = {
  name: 100,
  email: 254,
  telephone: MAX_TELEPHONE_LENGTH,
  home: 1_000,
  otherPets: 1_000,
  message: 4_000,
  note: 2_000,
  reply: 4_000,
} as const;

/** Why an application may be spam: what its form said, or that there are unusually many like it. */
export const SUSPICIONS = ["hidden_field", "form_time", "links", "address", "mailbox", "animal"] as const;
export type Suspicion = (typeof SUSPICIONS)[number];

export const Folder = z.enum(["inbox", "suspicious"], { error: "must be inbox or suspicious" });

export const NewApplication = z.strictObject({
  id: uuid(UUID_RULE),
  petId: Int64,
  name: textOf(LENGTHS.name),
  email: EmailAddress,
  telephone: z.exactOptional(Telephone),
  home: z.exactOptional(textOf(LENGTHS.home, { lines: true })),
  otherPets: z.exactOptional(textOf(LENGTHS.otherPets, { lines: true })),
  message: textOf(LENGTHS.message, { lines: true }),
  consent: z.literal(true, { error: "must be true: without consent nothing can be kept" }),
  homepage: z.exactOptional(passing(500)),
  /** The signed time at which the form was made: form-token.ts. */
  formToken: z.exactOptional(passing(500)),
  retryToken: uuid(UUID_RULE),
});
export type NewApplication = z.infer<typeof NewApplication>;

export const NewAdopter = z.strictObject({
  name: textOf(LENGTHS.name),
  email: z.exactOptional(EmailAddress),
  telephone: z.exactOptional(Telephone),
  tookPlaceAt: z.exactOptional(StepTime),
});
export type NewAdopter = z.infer<typeof NewAdopter>;

export const ApplicationSecret = z.strictObject({ secret: passing(100) });

const Handling = z
  .pipe(
    z.transform((value: unknown) => (typeof value === "object" && value !== null && "id" in value ? value.id : value)),
    z.nullable(uuid("must be the id of a person, or null")),
  )
  .register(z.globalRegistry, { type: ["string", "object", "null"], maxLength: 36 });

const VISIT_RULE =
  "must be a day in the years 2000 to 2999, perhaps with a time, such as 2030-01-31 or 2030-01-31T15:00, or null";

/** When an applicant visits, on the clock of the shelter: nobody has to know its time zone. */
const VisitTime = z
  .string({ error: VISIT_RULE })
  .check(z.maxLength(16, { error: VISIT_RULE, abort: true }), z.refine(isVisitTime, VISIT_RULE))
  .register(z.globalRegistry, {
    pattern: "^2\\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])(T([01]\\d|2[0-3]):[0-5]\\d)?$",
    ...{ minLength: 10, maxLength: 16 },
  });

function isVisitTime(text: string): boolean {
  const minute = text.length === 10 ? `${text}T00:00` : text;
  const at = new Date(`${minute}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${minute}:`) && isWithinYears(text);
}

/** Who a recorded adopter is, and how to reach them: all of it, because it is corrected together. */
export const CorrectedAdopter = z.strictObject({
  name: textOf(LENGTHS.name),
  email: z.nullable(EmailAddress),
  telephone: z.nullable(Telephone),
});

export const ApplicationChange = changeOf({
  status: z.exactOptional(ApplicationStatus),
  note: z.exactOptional(z.nullable(textOf(LENGTHS.note, { lines: true }))),
  handledBy: z.exactOptional(Handling),
  reply: z.exactOptional(z.nullable(textOf(LENGTHS.reply, { lines: true }))),
  folder: z.exactOptional(Folder),
  toTell: z.exactOptional(z.boolean({ error: "must be true or false" })),
  shipDate: z.exactOptional(ShipDate),
  visitAt: z.exactOptional(z.nullable(VisitTime)),
  adopter: z.exactOptional(CorrectedAdopter),
}).check(
  z.refine(({ status, shipDate }) => shipDate === undefined || status === "approved", {
    error: "goes only with the status approved",
    path: ["shipDate"],
  }),
);
export type ApplicationChange = z.infer<typeof ApplicationChange>;

const Uuid = z.string().register(z.globalRegistry, { format: "uuid" });

/** An application as its applicant sees it. Anybody with the link may see all of this. */
export const PublicApplication = z.object({
  id: Uuid,
  petId: Int64,
  petName: z.string(),
  status: ApplicationStatus,
  createdAt: DateTime,
  changedAt: DateTime,
  mayWithdraw: z.boolean(),
});
export type PublicApplication = z.infer<typeof PublicApplication>;

export const SentApplication = z.extend(PublicApplication, {
  secret: z.exactOptional(z.string()),
});
export type SentApplication = z.infer<typeof SentApplication>;

/** The body of the 409 for another text with the same id. */
export const EarlierApplication = z.object({
  code: z.literal("conflict"),
  message: z.string(),
  status: z.literal(409),
  application: SentApplication,
});

export const Handler = z.object({ id: z.string(), name: z.string() });

export const OrderOfApplication = z.object({ status: OrderStatus, shipDate: z.nullable(DateTime) });

export const ApplicationSummary = z.object({
  id: Uuid,
  petId: Int64,
  petName: z.string(),
  status: ApplicationStatus,
  folder: Folder,
  name: z.string(),
  isQuestion: z.boolean(),
  handledBy: z.nullable(Handler),
  orderId: z.nullable(Int64),
  order: z.nullable(OrderOfApplication),
  visitAt: z.nullable(z.string()),
  toTell: z.boolean(),
  createdAt: DateTime,
  changedAt: DateTime,
  version: z.string(),
});
export type ApplicationSummary = z.infer<typeof ApplicationSummary>;

export const MAX_EXCERPT_LENGTH = 200;

export const ListedApplication = z.extend(ApplicationSummary, {
  excerpt: z.string().register(z.globalRegistry, { maxLength: MAX_EXCERPT_LENGTH }),
});
export type ListedApplication = z.infer<typeof ListedApplication>;

export const Applications = pageOf(ListedApplication);

export const ApplicationFieldChange = z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) });

export const ApplicationFieldChanges = z.record(z.string(), ApplicationFieldChange);
export type ApplicationFieldChanges = z.infer<typeof ApplicationFieldChanges>;

export const ApplicationHistoryEntry = z.object({
  changeSetId: Int64,
  at: DateTime,
  actor: ShownActor,
  changes: ApplicationFieldChanges,
});

export const Application = z.extend(ApplicationSummary, {
  email: z.nullable(z.string()),
  telephone: z.nullable(z.string()),
  home: z.nullable(z.string()),
  otherPets: z.nullable(z.string()),
  message: z.string(),
  note: z.nullable(z.string()),
  reply: z.nullable(z.string()),
  /** Why it is suspicious. Empty in the inbox, and for older applications, where this was not recorded. */
  suspicions: z.array(z.enum(SUSPICIONS)).register(z.globalRegistry, { maxItems: SUSPICIONS.length }),
  /** Null for older applications, where this was not recorded. */
  enteredBy: z.nullable(ShownActor),
  history: z.array(ApplicationHistoryEntry).register(z.globalRegistry, { maxItems: MAX_CHANGES }),
});
export type Application = z.infer<typeof Application>;
