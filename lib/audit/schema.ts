import * as z from "zod/mini";
import { DateTime, Int64, pageOf, parsed, parseInt64, wholeNumber } from "../values/schemas";

/** The earlier and the new value of each changed field, with dates as strings. The browser reads numbers as bigints. */
export const RecordedChange = z.object({ from: z.unknown(), to: z.unknown() });
export const RecordedChanges = z.record(z.string(), RecordedChange);
export type RecordedChanges = Readonly<z.infer<typeof RecordedChanges>>;

const FOR_UNDO_ONLY = ["orderId", "changedAt", "email", "telephone", "wasToTell"];

export const withoutFields = <C extends RecordedChanges>(changes: C, fields: readonly string[]): C =>
  Object.fromEntries(Object.entries(changes).filter(([field]) => !fields.includes(field))) as C;

/** Leaves out what is only recorded so that it can be undone. */
export const shownChanges = <C extends RecordedChanges>(changes: C): C => withoutFields(changes, FOR_UNDO_ONLY);

/** Who made a change, with the current name of the key or person. */
export const ShownActor = z.object({
  kind: z.enum(["key", "person", "applicant", "operator", "service", "unknown"]),
  name: z.nullable(z.string()),
});
export type ShownActor = z.infer<typeof ShownActor>;

/** What has an animal and a history. An order is what people call an adoption. */
const CHANGED = ["pet", "order", "application"] as const;

/** What was done to an animal. Orders have those that begin with their name, and an application is only `changed`. */
export const ChangeAction = z.enum([
  "created",
  "changed",
  "removed",
  "restored",
  "undone",
  "profile.changed",
  "care.changed",
  "photo.added",
  "photo.removed",
  "photos.changed",
  "order.placed",
  "order.scheduled",
  "order.completed",
  "order.cancelled",
  "order.returned",
  "order.undone",
]);
export type ChangeAction = z.infer<typeof ChangeAction>;

/** What is done to a setting. Of an application, only its deletion is one: nothing else is left of it. */
export const SettingAction = z.enum([
  "key.create",
  "key.change",
  "key.rotate",
  "key.end_earlier",
  "key.revoke",
  "key.unban",
  "person.add",
  "person.invite",
  "person.invite_again",
  "person.accept_invitation",
  "person.name",
  "person.role",
  "person.disable",
  "person.enable",
  "person.password",
  "person.password_change",
  "person.sign_out",
  "shelter.change",
  "category.create",
  "category.change",
  "category.remove",
  "mail.test",
  "application.delete",
]);
export type SettingAction = z.infer<typeof SettingAction>;

const SETTINGS = ["key", "person", "shelter", "category", "mail", "application"] as const;
export type Subject = (typeof CHANGED)[number] | (typeof SETTINGS)[number];

/** Which change sets are listed. Those about orders include the recording of adopters. */
export const CHANGE_SUBJECTS = [
  ...(["pets", "applications", "orders", "settings"] as const),
  ...(["keys", "people", "shelter", "mail"] as const),
] as const;
export type ChangeSubject = (typeof CHANGE_SUBJECTS)[number];

/** How many changes of a set are listed. */
export const MAX_LISTED_CHANGES = 200;

/** With the name of the applicant. */
export const NamedApplication = z.object({ id: z.string(), name: z.string() });

/** What was changed in an animal, an order or an application, with current names. */
export const ListedChange = z.object({
  subject: z.enum(CHANGED),
  action: ChangeAction,
  petId: Int64,
  petName: z.nullable(z.string()),
  application: z.nullable(NamedApplication),
  /** Whether the author is who handles the application since then, or who handled it before if nobody does. */
  byHandler: z.boolean(),
  changes: RecordedChanges,
});
export type ListedChange = z.infer<typeof ListedChange>;

/** What was changed in a setting, with the current name of the key, the person or the category. Never a secret. */
export const SettingChange = z.object({
  subject: z.enum(SETTINGS),
  subjectId: z.string(),
  action: SettingAction,
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  changes: RecordedChanges,
});
export type SettingChange = z.infer<typeof SettingChange>;

const isOfAnimal = (change: ListedChange | SettingChange): change is ListedChange => "petId" in change;

/** What one command changed, in animals or in settings, or the addition of an animal. */
export const ChangeSet = z.object({
  id: z.string(),
  at: DateTime,
  actor: ShownActor,
  changes: z.array(z.union([ListedChange, SettingChange])).register(z.globalRegistry, { maxItems: MAX_LISTED_CHANGES }),
  count: wholeNumber(1, Number.MAX_SAFE_INTEGER),
});
export type ChangeSet = z.infer<typeof ChangeSet>;

export const animalsOf = ({ changes }: Pick<ChangeSet, "changes">): ListedChange[] => changes.filter(isOfAnimal);
export const settingsOf = ({ changes }: Pick<ChangeSet, "changes">): SettingChange[] =>
  changes.filter((change) => !isOfAnimal(change));
export const ChangeSets = pageOf(ChangeSet);

export const NO_SET = "There is no such change set";

/** A change set, or the addition of an animal, by the id `pet-` and that of the animal. */
export type SetId = { set: bigint } | { addedPet: bigint };

/** Null if the text is no such id. */
export function parseSetId(text: string): SetId | null {
  const id = parseInt64(text.replace(/^pet-/, ""));
  if (id === null) return null;
  return text.startsWith("pet-") ? { addedPet: id } : { set: id };
}

export const ChangeSetParams = z.object({
  changeSetId: parsed(NO_SET, parseSetId).register(z.globalRegistry, {
    type: "string",
    pattern: "^(pet-)?[1-9]\\d*$",
    maxLength: 23,
  }),
});

export const SignInEvent = z.enum([
  "signed_in",
  "failed",
  "signed_out",
  "signed_out_elsewhere",
  "signed_out_device",
  "link_requested",
]);
export type SignInEvent = z.infer<typeof SignInEvent>;

export const SignInPerson = z.object({ name: z.string(), email: z.string() });

export const SignIn = z.object({
  id: Int64,
  at: DateTime,
  event: SignInEvent,
  person: z.nullable(SignInPerson),
  address: z.nullable(z.string()),
  tries: wholeNumber(1, Number.MAX_SAFE_INTEGER),
});
export type SignIn = z.infer<typeof SignIn>;
export const SignIns = pageOf(SignIn);
