import * as consequences from "../../adoptions/consequences";
import { ApplicationCount } from "../../applications/counts";
import { CountApplicationsQuery, ListApplicationsQuery } from "../../applications/list-store";
import * as schema from "../../applications/schema";
import { described, named } from "../named";
import { PAGING } from "./common";

named(
  schema.ApplicationStatus,
  "ApplicationStatus",
  "`new`, `talking` and `visit` are open: the shelter has yet to decide. `approved` has an order. `answered` ends a question.",
);

named(schema.Folder, "Folder", "`suspicious` is for what may be spam; everything else is in the `inbox`.");

const SENT = {
  name: "How the shelter and its e-mails address the applicant.",
  email: "Where the applicant can be reached. The domain is stored in ASCII.",
  telephone: "At least 5 digits, with spaces and `+ ( ) / . -`, and perhaps an extension such as `ext. 12`.",
  home: "Where and how the animal would live.",
  otherPets: "Which animals live there already.",
};

named(schema.NewApplication, "NewApplication", "A request to adopt an animal, or a question about it.", {
  ...SENT,
  id: "A random UUID that the sender makes. Sending the same application again under it changes nothing.",
  petId: "The animal. 404 if there is none with this id, 409 if it is `sold`.",
  message: "What the applicant writes. Without `home` and `otherPets`, it counts as a question.",
  consent: "The applicant agrees that these data are stored.",
  homepage: "A field that people do not see. An application that fills it in is suspicious.",
  formToken: "The signed time at which the form was made. Without a plausible one, the application is suspicious.",
  retryToken: "A second random UUID, never shown: only the first sender can repeat the application.",
});

const OWN = {
  id: "The UUID that the form has made.",
  petId: "The animal that it is about.",
  petName: "The present name of the animal.",
  status: "How far the shelter has come with it.",
  createdAt: "When it arrived.",
  changedAt: "When it was last changed. Steps of its order do not count.",
};
const mayWithdraw = "Whether it is open, or approved and the animal not handed over yet.";

named(schema.PublicApplication, "PublicApplication", "An application as its applicant sees it.", {
  ...OWN,
  mayWithdraw,
});

named(schema.SentApplication, "SentApplication", "An application that was stored.", {
  ...OWN,
  mayWithdraw,
  secret: "For the applicant's private page, `/applications/{id}/{secret}`. Only a visitor who sends one gets it.",
});

named(schema.EarlierApplication, "EarlierApplication", "Another text has arrived with this id.", {
  code: "Always the same.",
  message: "Why it was refused, for people.",
  status: "The HTTP status of the answer.",
  application: "What is stored, for the sender whose `retryToken` it has.",
});

named(schema.ApplicationSecret, "ApplicationSecret", "Proves that the sender is the applicant.", {
  secret: "From the address of the private page. A wrong one gets 404, like an unknown id.",
});

const SUMMARY = {
  ...OWN,
  folder: "Where the shelter sees it.",
  name: "The name of the applicant.",
  isQuestion: "Whether it has neither `home` nor `otherPets`, and so asks for no adoption.",
  handledBy: "The person who looks after it, or null.",
  orderId: "The order that its approval has placed, or null.",
  order: "How far that order has come, or null without one.",
  visitAt:
    "When the applicant visits, on the clock of the shelter, such as `2030-01-31T15:00` or `2030-01-31`, or null.",
  toTell:
    "Whether a person has to tell the applicant, because no e-mail does, that somebody else has adopted the animal (`declined`) or that the adoption was cancelled (`talking`).",
  version: "The `ETag` without quotes, for `If-Match`.",
};

named(schema.ListedApplication, "ListedApplication", "An application in a list.", {
  ...SUMMARY,
  excerpt: "The beginning of its message.",
});

named(schema.Application, "Application", "An application with everything that the shelter knows about it.", {
  ...SUMMARY,
  email: "Null only for an adopter whom the shelter recorded without one.",
  telephone: "Null if the applicant gave none.",
  home: "Where and how the animal would live, or null.",
  otherPets: "Which animals live there already, or null.",
  message: "What the applicant wrote. Empty only for an adopter whom the shelter recorded.",
  note: "What the shelter has noted for itself, or null.",
  reply: "What a person has sent to the applicant from their own mail program, or null.",
  suspicions:
    "Why it may be spam. `hidden_field`: `homepage` is filled in. `form_time`: sent within 3 seconds or after 24 hours. `links`: more than two. `address`, `mailbox`, `animal`: more than usual from one IP address, from one mailbox or about one animal. Empty in the inbox.",
  enteredBy: "Who sent it, or the person who recorded the adopter. Null if that was not recorded.",
  history: "Its last 100 changes, newest first, with the hand-over and the return of the animal.",
});

named(schema.Handler, "Handler", "The person of the shelter who looks after an application.", {
  id: "The id of the person.",
  name: "The present name of the person.",
});

named(schema.OrderOfApplication, "OrderOfApplication", "The order that an approval has placed.", {
  status: "How far the adoption has come.",
  shipDate: "When the animal is handed over, or null while there is no date.",
});

named(schema.ApplicationHistoryEntry, "ApplicationHistoryEntry", "A change of an application or a step of its order.", {
  changeSetId: "The change set of the command.",
  at: "When it was made.",
  actor: "Who made it.",
  changes: "The changed fields.",
});

named(schema.ApplicationFieldChange, "ApplicationFieldChange", "The value of a field before and after.", {
  from: "Null if it had none.",
  to: "Null if it has none.",
});

named(
  schema.ApplicationFieldChanges,
  "ApplicationFieldChanges",
  "The value of each changed field before and after. `order` is the status of the order. `pet` says that the status was changed because the animal became `sold`, or because that was undone (null).",
);

named(
  schema.ApplicationChange,
  "ApplicationChange",
  "What to change. At least one member is needed; absent ones stay.",
  {
    status:
      "`approved` places an order, and leaving `approved` cancels it. An open application may get any other status, but only a question becomes `answered`. `answered` and `declined` may be reopened, `withdrawn` never. 409 for any other.",
    note: "For the shelter alone. Null deletes it.",
    handledBy:
      "The id of the person who looks after it, or the object that was read, or null. 409 if they cannot sign in.",
    reply: "What a person has sent to the applicant themselves. With it, `talking` sends no e-mail.",
    folder: "`inbox` for what is not spam. 409 for `suspicious` unless the application is open.",
    toTell: "False once the applicant has been told. 409 for true unless the application is `declined` or `talking`.",
    shipDate: "When the animal will be handed over. Only with the status `approved`.",
    visitAt: "When the applicant visits, on the clock of the shelter. 409 unless the status is, or becomes, `visit`.",
    adopter: "Corrects an adopter whom `recordAdopter` has recorded. 409 for anybody else.",
  },
);

named(schema.CorrectedAdopter, "CorrectedAdopter", "All that is known about an adopter whom the shelter recorded.", {
  name: "The full name.",
  email: "Null if it is not known.",
  telephone: "Null if it is not known.",
});

named(schema.NewAdopter, "NewAdopter", "Somebody who has taken an animal home without an application.", {
  name: "The full name.",
  email: SENT.email,
  telephone: SENT.telephone,
  tookPlaceAt:
    "When the animal was handed over, if that was before now. An order that is completed already keeps its dates.",
});

named(ApplicationCount, "ApplicationCount", "How many open applications there are for an animal.", {
  petId: "The animal. Those without open applications are left out.",
  count: "Applications that are `new`, `talking` or `visit`, without suspicious ones.",
  more: "Whether there are more than were counted.",
});

described(schema.ApplicationParams, { applicationId: "The UUID of an application. Any other text gets 404." });

described(CountApplicationsQuery, { petIds: "The animals. Unknown ids are left out of the answer." });

described(ListApplicationsQuery, {
  ...PAGING,
  status: "Only applications that have this status now.",
  petId: "Only applications for this animal.",
  handledBy: "Only applications that this person looks after.",
  orderIds: "Only the applications whose approval has placed these orders.",
  orderStatus: "Only applications whose order has this status.",
  ongoing: "Only applications that are open, or approved with an open order.",
  toTell: "Only applications whose applicants a person has to tell the outcome.",
  folder: "Which folder is listed. Suspicious applications are never in the inbox.",
  q: "A part of the applicant's name or e-mail address, or of the animal's name. Case and accents are ignored.",
  sort: "By when they arrived: `newest` (the default) or `oldest` first.",
});

named(consequences.Consequences, "Consequences", "What happens to other people, for the whole request.", {
  declines: "The open applications that are declined, without suspicious ones.",
  handsOver: "The open orders that are completed, and their adopters.",
  mails: "How many of the applicants get an e-mail.",
});

named(consequences.ConcernedPeople, "ConcernedPeople", "Applicants or adopters.", {
  count: "How many there are.",
  names: "The names of the first 20. Only for callers with `applications:read`.",
});
