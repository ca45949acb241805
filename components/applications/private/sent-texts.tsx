import type { SentTexts as Texts } from "@/lib/applications/private/private-store";

const LABELS = [
  ["name", "Name"],
  ["email", "E-mail"],
  ["telephone", "Telephone"],
  ["home", "Home"],
  ["otherPets", "Other pets"],
  ["message", "Message"],
] as const satisfies readonly [keyof Texts, string][];

/** What the applicant wrote. */
export function SentTexts({ sent }: { sent: Texts }) {
  return (
    <details>
      <summary className="font-semibold">What you sent us</summary>
      <dl className="grid gap-3 pt-2 pb-3">
        {LABELS.map(
          ([field, label]) =>
            sent[field] !== null && (
              <div key={field}>
                <dt className="text-sm text-soft">{label}</dt>
                <dd className="wrap-anywhere whitespace-pre-line" dir="auto">
                  {sent[field]}
                </dd>
              </div>
            ),
        )}
      </dl>
    </details>
  );
}
