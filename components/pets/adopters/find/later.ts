import { LoadProblem } from "../../../ui/loading/load-problem";
import { trapFilterFocus } from "./trap-filter-focus";

// What the list needs only later, in one file that is loaded then. It starts by itself, which keeps the call out of the
// browser's first bundle.

trapFilterFocus();

/** What is shown if a page of the list could not be read. */
export const ListProblem = LoadProblem;
