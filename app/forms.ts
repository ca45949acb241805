import { randomUUID } from "node:crypto";
import type { PageForm } from "@/lib/api/page-form";
import { withdrawForApplicant } from "@/lib/applications/change-store";
import { createApplication } from "@/lib/applications/create-store";
import { EMPTY_FORM, FORM_FIELDS, type ReturnedForm, readForm } from "@/lib/applications/form";
import { formToken, isPlausible } from "@/lib/applications/limits";
import { ApplicationParams } from "@/lib/applications/schema";
import { privatePath } from "@/lib/applications/sent-words";
import { DomainError } from "@/lib/domain";
import { NO_PET } from "@/lib/pets/schema";
import { parseInt64 } from "@/lib/values/schemas";

const MAX_HIDDEN_LENGTH = 500;

/** Visitors without JavaScript send this. It does the same as `POST /v1/applications`. */
export const applicationForm: PageForm = {
  path: /^\/animals\/(?<petId>[^/]{1,40})\/apply$/,
  // Room for the longest texts: encoded, a character takes up to twelve bytes.
  bodyBytes: 96 * 1024,
  isForgeable: true,
  async submit({ params, fields, address }) {
    const petId = parseInt64(params.petId ?? "");
    if (petId === null) throw new DomainError("not_found", NO_PET);
    const form = readFields(fields);
    const homepage = (fields.get("homepage") ?? "").slice(0, MAX_HIDDEN_LENGTH);
    const { values, id: formId, formToken: token, retryToken } = form;
    const read = readForm(values, { id: formId, petId, homepage, formToken: token, retryToken });
    if ("errors" in read) return { again: form };
    const { id, secret = "" } = await createApplication({ kind: "visitor", address }, read.value);
    return { to: privatePath(id, secret) };
  },
  showAgain({ fields }, refusal) {
    if (refusal.code !== "rate_limited" && refusal.code !== "conflict") return null;
    const form = readFields(fields);
    // A conflict may mean that the id belongs to an earlier text, so this text gets a new id.
    return { again: { ...form, id: refusal.code === "conflict" ? randomUUID() : form.id, refusal } };
  },
};

function readFields(fields: URLSearchParams): ReturnedForm {
  const values = { ...EMPTY_FORM };
  for (const name of FORM_FIELDS) values[name] = fields.get(name) ?? "";
  const uuidOf = (name: string) => {
    const read = ApplicationParams.safeParse({ applicationId: fields.get(name) });
    return read.success ? read.data.applicationId : randomUUID();
  };
  const formToken = (fields.get("formToken") ?? "").slice(0, MAX_HIDDEN_LENGTH);
  return { values, id: uuidOf("id"), formToken, retryToken: uuidOf("retryToken"), isReturned: true, refusal: null };
}

/** The form as it is first shown: empty, or as it was sent without JavaScript and returned. */
export function firstForm(returned: ReturnedForm | null): ReturnedForm {
  if (returned === null) {
    const [id, retryToken] = [randomUUID(), randomUUID()];
    return { values: EMPTY_FORM, id, formToken: formToken(), retryToken, isReturned: false, refusal: null };
  }
  // A form that was open too long gets a new token. One that was sent too soon keeps its own.
  return isPlausible(returned.formToken) ? returned : { ...returned, formToken: formToken() };
}

export const withdrawalForm: PageForm = {
  path: /^\/applications\/(?<applicationId>[^/]{1,40})\/(?<secret>[\w-]{1,100})$/,
  bodyBytes: 1024,
  // The path contains the secret. The page sends no Origin, because its URL must not reach other sites.
  isForgeable: false,
  async submit({ params: { applicationId = "", secret = "" } }) {
    try {
      const { applicationId: id } = ApplicationParams.parse({ applicationId });
      await withdrawForApplicant(id, secret);
    } catch (error) {
      // The page itself shows the result of these.
      if (!(error instanceof DomainError && ["not_found", "conflict"].includes(error.code))) throw error;
    }
    return { to: privatePath(applicationId, secret) };
  },
};

export const PAGE_FORMS: readonly PageForm[] = [applicationForm, withdrawalForm];
