import type { PageForm } from "@/lib/api/page-form";
import { applicationForm } from "./animals/[petId]/apply/form";
import { withdrawalForm } from "./applications/[applicationId]/[secret]/form";

/** The forms of pages that work without JavaScript. */
export const PAGE_FORMS: readonly PageForm[] = [applicationForm, withdrawalForm];
