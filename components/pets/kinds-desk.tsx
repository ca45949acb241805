"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { refetch } from "@/lib/http/query-client";
import { CATEGORIES, categoriesQuery, sendChangeCategory, sendCreateCategory } from "@/lib/pets/categories/client";
import { CategoryValues, toCategoryChange, toCategoryValues, toNewCategory } from "@/lib/pets/categories/form";
import { PICTURES } from "@/lib/pets/categories/schema";
import { type Category, knownKinds } from "@/lib/pets/kinds";
import { capitalized } from "@/lib/values/words";
import { useUndoOffer } from "../audit/undo-offer";
import { useCommand } from "../audit/use-command";
import { RequestForm } from "../people/request-problem";
import { usePersonId } from "../people/signed-in";
import { Options, Select } from "../ui/field";
import { FormField, TextField } from "../ui/form-controls";
import { PageHead } from "../ui/page-head";
import { useRequestForm } from "../ui/request-form";
import { SheetButton } from "../ui/sheet";
import { useDraft } from "../ui/tab-state";
import { numberCell, Table } from "../ui/table";
import { NamedSentence } from "../ui/text";
import { showToast } from "../ui/toast";
import { CategoryPicture } from "./pet-display";

export function KindsDesk() {
  const { data: kinds } = useQuery(categoriesQuery(knownKinds()));
  return (
    <>
      <PageHead title="Kinds" about="What animals are, in lists, searches and imports">
        <SheetButton label="Add a kind" title="Add a kind">
          {(close) => <KindForm kind={null} onDone={close} />}
        </SheetButton>
      </PageHead>
      <Table names={["Name", "Other words", "Number", "Actions"]} numbers={["Number"]} unseen="Actions">
        {kinds.map((kind) => (
          <KindRow key={kind.id.toString()} kind={kind} />
        ))}
      </Table>
    </>
  );
}

function KindRow({ kind }: { kind: Category }) {
  const { id, name, plural, words } = kind;
  const edit = (
    <>
      Edit
      <span className="sr-only">
        {" "}
        <bdi>{name}</bdi>
      </span>
    </>
  );
  return (
    <tr>
      <th scope="row">
        <span className="flex items-center gap-3">
          <CategoryPicture className="size-11 shrink-0" categoryId={id} petId={id} />
          <span>
            <bdi>{name}</bdi>
            <span className="block text-sm font-normal text-soft">
              <bdi>{plural}</bdi>
            </span>
          </span>
        </span>
      </th>
      <td className="text-soft max-md:empty:hidden!">{words.join(", ")}</td>
      <td data-label="Number" className={numberCell}>
        {id.toString()}
      </td>
      <td>
        <SheetButton look="quiet" label={edit} title={<bdi>{name}</bdi>}>
          {(close) => <KindForm kind={kind} onDone={close} />}
        </SheetButton>
      </td>
    </tr>
  );
}

function Fields({ isNew }: { isNew: boolean }) {
  const line = (name: keyof CategoryValues, label: string, hint?: string) => (
    <TextField name={name} label={label} hint={hint} autoComplete="off" dir="auto" />
  );
  return (
    <>
      {line("name", "Name")}
      {line("plural", "Plural", "As in a sentence. If you leave it empty, it is made of the name.")}
      <FormField name="picture" label="Picture">
        {(attributes) => (
          <Select {...attributes}>
            <Options of={PICTURES.map((picture) => [picture, capitalized(picture.replace("-", " "))])} />
          </Select>
        )}
      </FormField>
      {line("words", "Other words", "For searches and imports, with commas between them: “ferrets, polecat”")}
      {isNew &&
        line("id", "Number", "Only if animals from another program have one already. Otherwise leave it empty.")}
    </>
  );
}

/** For a new kind, or a change of one. */
function KindForm({ kind, onDone }: { kind: Category | null; onDone(): void }) {
  const client = useQueryClient();
  const offerUndo = useUndoOffer();
  // The list may be read again. The form compares with the values that it started from.
  const [before] = useState(() => toCategoryValues(kind));
  const form = useForm<CategoryValues>({ resolver: zodResolver(CategoryValues), defaultValues: before });
  const { forget } = useDraft(form, `kinds.${kind?.id ?? "new"}.${usePersonId()}`);
  const save = useCommand({
    send: (values: CategoryValues) =>
      kind ? sendChangeCategory(kind.id, toCategoryChange(before, values)) : sendCreateCategory(toNewCategory(values)),
    reads: CATEGORIES,
    onDone: ({ data: { name }, changeSets }) => {
      forget();
      onDone();
      const about = `kind:${name}`;
      const onUndone = () => void refetch(client, CATEGORIES);
      const text = <NamedSentence name={name} rest="was saved." />;
      showToast({ text, about, ...offerUndo(changeSets, { about, onUndone }) });
    },
  });
  const request = useRequestForm({ form, send: save.send });
  return (
    <RequestForm request={request} isSheet label={kind ? "Save" : "Add"}>
      <Fields isNew={kind === null} />
    </RequestForm>
  );
}
