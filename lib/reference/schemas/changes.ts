import { ChangeAction, NamedApplication, RecordedChange, RecordedChanges, ShownActor } from "../../audit/schema";
import { BatchChange, BatchResult, BatchResults, PetBatch } from "../../pets/changes/batch-schema";
import { Addition, HistoryEntry, LastChange, Latest, RemovedPet } from "../../pets/changes/history-schema";
import { LatestQuery } from "../../pets/changes/history-store";
import {
  Import,
  ImportDetail,
  ImportParams,
  ImportPreview,
  ImportResult,
  NewImport,
  Problem,
  Row,
  RowResult,
} from "../../pets/import/schema";
import { described, named } from "../named";
import { PET } from "./pets";

const CODE = "Why it was refused, for programs.";
const MESSAGE = "The same for people.";
const IF_MATCH =
  'The version that you have read, such as `"3"`, or `*` for any. With another version, the change is refused.';

const VALUES = { name: "The new name.", categoryId: "The new kind.", status: "As in `changePet`." };

named(PetBatch, "PetBatch", "Changes of different animals.", {
  mode: "`each`: refused changes do not affect the others. `all`: one refusal means that nothing is changed.",
  changes: "Either all change animals, or all have `remove`.",
});
named(BatchChange, "BatchChange", "A change of one animal: at least one value, or only `remove`.", {
  ...VALUES,
  id: "The animal.",
  ifMatch: IF_MATCH,
  remove: "Removes it as `removePet` does. Only with the mode `each`.",
  hidden: "As in its care. Needs `care:write`.",
});
named(BatchResults, "BatchResults", "What became of the changes of a batch.", {
  results: "One for each change, in the order of the request.",
});
named(BatchResult, "BatchResult", "What became of a change.", {
  id: "The animal.",
  status: "The HTTP status that the change alone would have had. 424: another change of the batch was refused.",
  code: CODE,
  message: MESSAGE,
  version: "The new version of the animal, or the old one if it had these values already.",
});

named(NewImport, "NewImport", "Animals to add and to change.", {
  rows: "No two have the same `id` or `reference`.",
  byReference:
    "`true`: a row without an `id` changes the animal that has its `reference`. Otherwise it adds another one, without the reference.",
  hidden: "For the animals that are added, unless their row says it. Needs `care:write`.",
});
named(
  Row,
  "ImportRow",
  "Without an `id`, an animal to add, which needs a `name` and a `categoryId`. With one, a change.",
  {
    ...VALUES,
    id: "The animal to change.",
    ifMatch: IF_MATCH,
    profile: "Facts to set. Others keep their values.",
    care: "What only the shelter knows. Needs `care:write`.",
  },
);
named(Import, "Import", "The state of an import. It is kept for 30 days.", {
  id: "For `getImport`.",
  status:
    "`waiting` until it has ended. `done`: all rows that were not refused were made at once. `failed`: nothing was changed.",
  progress: "How many rows have been looked at.",
  total: "How many rows there are.",
  result: "When `done`.",
  problem: "When `failed`.",
});
named(ImportResult, "ImportResult", "What an import has done.", {
  rows: "One for each row, in the order of the request.",
  counts: "How many rows have each outcome.",
  changeSet: "For `undoChangeSet`, which undoes the whole import. `null` if nothing was changed.",
});
named(RowResult, "ImportedRow", "What became of a row.", {
  outcome: "`same`: the animal had these values already.",
  petId: "The animal that was added or changed; `null` for a refused row.",
  code: CODE,
  message: MESSAGE,
});
named(Problem, "ImportProblem", "Why an import has failed as a whole.", {
  code: "Such as `confirmation_required`: its consequences have changed since it was sent.",
  message: MESSAGE,
});
named(ImportPreview, "ImportPreview", "What an import would do now.", {
  rows: "One for each row, in order. `alike`: it would add an animal, although one that is not `sold` has this name and kind, and no breed, sex or birth that differs.",
  counts: "How many rows there are of each.",
  references: "How many rows without an `id` have the reference of an animal: `byReference` is for these.",
  details: "Of up to 200 rows each that are `changed`, `alike` or `refused`.",
});
named(ImportDetail, "ImportDetail", "What would become of a row.", {
  row: "Its place among the rows, counted from 0.",
  pets: "The animal as it is now, or up to three that look alike.",
  changes: "What would change.",
  code: CODE,
  message: MESSAGE,
});
described(ImportParams, { importId: "From the answer of `createImport`." });

const AT =
  "When it was recorded. A hand-over or a return may have been earlier: `tookPlaceAt` in the `changes` of `listHistory` then says when.";
named(ShownActor, "Actor", "Who did something.", {
  kind: "`operator` is the command line, `service` the service itself, `applicant` somebody who asked to adopt. `unknown`: it was not recorded.",
  name: "The present name of the key or person, else `null`.",
});
named(
  ChangeAction,
  "ChangeAction",
  "An `order.…` is a step of an adoption; `order.scheduled` alone makes no new version. `undone`: an earlier change was taken back.",
);
named(RecordedChanges, "ChangedFields", "What was changed, by the names of the members.");
named(RecordedChange, "ChangedField", "The value of a member before and after.", {
  from: "`null` if it had none.",
  to: "`null` if it has none.",
});
named(NamedApplication, "NamedApplication", "Somebody's application to adopt an animal.", {
  id: "For `getApplication`.",
  name: "The name of the applicant.",
});
const SET_ID = "The change set, for `undoChangeSet`.";
named(HistoryEntry, "HistoryEntry", "What one command did to an animal.", {
  id: `${SET_ID} 0 for the addition, which is \`pet-<petId>\` there.`,
  at: AT,
  actor: "Who did it.",
  action: "What was done.",
  changes:
    "Those of its care only with `care:read`. Why it came back is the `returnReason` of its order. When the return is undone, it moves here, for callers with `orders:read`.",
  application: "That of the adopter, for signed-in people who may read applications.",
});
named(Latest, "LatestChange", "Who added an animal, and what was done to it last.", {
  id: "The animal.",
  added: "By whom, and when.",
  changed: "The last change; `null` if there was none.",
});
named(Addition, "Addition", "When an animal was added, and by whom.", { at: "When.", actor: "By whom." });
named(LastChange, "LastChange", "The last change of an animal.", {
  id: SET_ID,
  at: AT,
  actor: "Who did it.",
  action: "What was done.",
});
named(RemovedPet, "RemovedPet", "A removed animal as it was.", {
  ...PET,
  id: "It gets this id again when it is restored.",
  changeId: "The change set of its removal: `undoChangeSet` restores the animal.",
  at: "When it was removed.",
  actor: "Who removed it.",
});
described(LatestQuery, { ids: "Up to 100 animals, separated by commas." });
