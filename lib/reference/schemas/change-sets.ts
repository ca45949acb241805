import { ListChangesQuery, ListSignInsQuery } from "../../audit/list-query";
import * as schema from "../../audit/schema";
import { FeedEntry } from "../../pets/changes/history-schema";
import { described, named } from "../named";
import { PAGING } from "./common";

named(schema.SettingAction, "SettingAction", "It begins with the subject, as in `key.rotate`.");

named(schema.ListedChange, "AnimalChange", "What a command changed in one animal, one order or one application.", {
  subject: "What was changed. A step of an adoption changes an order, its animal and perhaps applications.",
  action: "What was done to it. An application is only ever `changed`.",
  petId: "The animal, also that of an order or an application.",
  petName: "The present name of the animal, or its last one if it was removed.",
  application:
    "The application that was changed, or that of the adopter, with the applicant's name. Null if there is none, and without `applications:read`.",
  byHandler: "Whether the author is the person who handles the application.",
  changes: "The changed fields. Empty for an addition, a removal and a restoration.",
});

named(schema.SettingChange, "SettingChange", "What a command changed in a setting.", {
  subject: "What was changed. `mail` means that a test e-mail was asked for, `application` that one was deleted.",
  subjectId: "The id of the key, person, kind or application. Of `mail`, it is the person who asked.",
  action: "What was done to it.",
  name: "The present name of the key, the person or the kind, otherwise null.",
  email: "The present e-mail address of the person, otherwise null.",
  changes: "The changed fields, without secrets.",
});

named(schema.ChangeSet, "ChangeSet", "Everything that one command changed.", {
  id: "The value of the header `Change-Set`. The addition of an animal is `pet-` and the id of the animal.",
  at: "When it was recorded.",
  actor: "Who sent the command.",
  changes: "Up to 200 of `count`: animals first, then orders, then applications.",
  count: "How many changes the set has, with those that are not listed.",
});

named(FeedEntry, "FeedEntry", "Something that changed in an animal, for programs that keep a copy.", {
  position: "Send it as `after` to get what follows.",
  at: "When it was recorded.",
  petId: "The animal that changed.",
  action:
    "`created` and `restored` mean that the animal is there from now on, with values that `listPets` has. `removed` means that it is gone.",
  changes: "The changed fields that visitors may see, and those of `care` with `care:read`.",
});

described(schema.ChangeSetParams, {
  changeSetId: "The id of a change set, from the header `Change-Set` or from `listChanges`.",
});

/** Without `after`, the operation needs a scope that no key has. */
const NOT_FOR_KEYS = "Not for keys.";

described(ListChangesQuery, {
  ...PAGING,
  cursor: `${NOT_FOR_KEYS} ${PAGING.cursor}`,
  after:
    "Asks for the feed: `0` for all of it, or the `position` of the last entry that was read. Of the other parameters, only `limit` goes with it.",
  about: `${NOT_FOR_KEYS} Only sets about this subject. \`orders\` are also adopters that were recorded, \`settings\` are also \`keys\`, \`people\`, \`shelter\` and \`mail\`. The addition of an animal is among \`pets\`.`,
  petId: `${NOT_FOR_KEYS} Only what was changed in this animal, its orders and its applications.`,
  actor: `${NOT_FOR_KEYS} Only what this author did: \`key:ID\`, \`person:ID\`, \`applicant\`, \`operator\` or \`service\`.`,
  from: `${NOT_FOR_KEYS} Only what was recorded at this time or later.`,
});

named(
  schema.SignInEvent,
  "SignInEvent",
  "`failed`: the password was wrong. `signed_out_elsewhere`: on all other devices. `signed_out_device`: on one other device. `link_requested`: a link to a new password was asked for.",
);

named(schema.SignInPerson, "SignInPerson", "Whose e-mail address was given.", {
  name: "The present name of the person.",
  email: "The present e-mail address of the person.",
});

named(schema.SignIn, "SignIn", "Somebody signed in or out, failed to, or asked for a link to a new password.", {
  id: "Assigned by the service. Ids only grow.",
  at: "When it happened.",
  event: "What happened.",
  person: "Null if nobody has the e-mail address that was tried.",
  address: "The IP address, or null if it is not known.",
  tries:
    "How many have failed in an hour, with this one. Of those, only the first, the tenth, the hundredth and so on are listed.",
});

described(ListSignInsQuery, {
  ...PAGING,
  personId: "Only entries of this person.",
  from: "Only what happened at this time or later.",
});
