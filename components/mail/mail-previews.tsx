import { STAFF_STATUS_LABELS } from "@/lib/applications/staff-words";
import type { MailPreview } from "@/lib/mail/previews";
import { cx } from "../ui/style/cx";
import { panel } from "../ui/style/panel";

/** Every e-mail that the service sends: to whom, when, and its text. */
export function MailPreviews({ previews }: { previews: readonly MailPreview[] }) {
  return (
    <section aria-labelledby="previews-heading">
      <h2 id="previews-heading">What the service sends</h2>
      <p className="mt-1 mb-3 text-soft">
        The names in the previews are examples. Suspicious applications get no e-mail.
      </p>
      <ul className={cx(panel, "py-1!")}>
        {previews.map(({ template, title, when, texts }) => (
          <li key={template} data-part="mail" className="border-b border-line pt-3 pb-1 last:border-b-0">
            <h3>{title}</h3>
            <p>{when}</p>
            <details>
              <summary className="justify-start! text-soft">
                {texts.length === 1 ? "Show the text" : `Show the ${texts.length} texts`}
                <span className="sr-only">: {title}</span>
              </summary>
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-1 pb-4 lg:grid-cols-2">
                {texts.map((text) => (
                  <Preview key={`${text.status} ${text.isQuestion}`} text={text} isAlone={texts.length === 1} />
                ))}
              </div>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Preview({ text: { status, isQuestion, subject, text }, isAlone }: PreviewProps) {
  const words = [isQuestion ? "Question" : "Application", ...(status ? [STAFF_STATUS_LABELS[status]] : [])];
  return (
    <div className="rounded-control border border-line bg-page p-4 wrap-anywhere">
      {!isAlone && <p className="mb-1 text-sm text-soft">{words.join(": ")}</p>}
      <p className="mb-2 font-semibold">
        <span className="sr-only">Subject: </span>
        {subject}
      </p>
      <p className="whitespace-pre-line">{text.trim()}</p>
    </div>
  );
}

type PreviewProps = { text: MailPreview["texts"][number]; isAlone: boolean };
