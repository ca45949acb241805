"use client";

import { useQuery } from "@tanstack/react-query";
import { inboxHref } from "@/lib/applications/inbox";
import { MAIL, mailQuery, sendTestMail } from "@/lib/mail/client";
import { MAX_COUNTED, type MailState } from "@/lib/mail/schema";
import { useCommand } from "../audit/use-command";
import { RequestProblem } from "../people/request-problem";
import { Button } from "../ui/button";
import { FormMessage } from "../ui/field";
import { Link } from "../ui/link";
import { Loaded } from "../ui/load-problem";
import { Panel } from "../ui/panel";
import { Badge, type Tone } from "../ui/text";
import { Ago } from "../ui/time";

function NoMail() {
  return (
    <Panel id="no-mail-heading" title="This service sends no mail">
      <p>
        Everything else works without it. Give new people the link of their invitation yourself, and tell applicants
        what was decided: those who do not know yet are listed under{" "}
        <Link className="text-accent underline underline-offset-2" href={inboxHref({ toTell: "true" })}>
          “To tell”
        </Link>
        . To switch it on, set SMTP_URL, MAIL_FROM and SITE_URL for the service, and start it again.
      </p>
    </Panel>
  );
}

/** The state of the mail, with a test e-mail; or how to switch mail on. */
export function MailDesk() {
  const query = useQuery(mailQuery());
  return (
    <Loaded what="The state of the mail" query={query}>
      {(state) => (state.configured ? <Outbox state={state} /> : <NoMail />)}
    </Loaded>
  );
}

function Outbox({ state }: { state: MailState }) {
  const { waiting, failed, lastSuccessAt, lastErrorAt, lastError } = state;
  const { tone, word } = stateWords(state);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
      <Panel id="outbox-heading" title="Outbox">
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-5 gap-y-2 [&_dt]:text-soft">
          <dt>State</dt>
          <dd>
            <Badge tone={tone}>{word}</Badge>
          </dd>
          <dt>Waiting</dt>
          <dd>{mailCountWords(waiting)}</dd>
          <dt>Given up</dt>
          <dd>{mailCountWords(failed)}</dd>
          <dt>Last sent</dt>
          <dd>{lastSuccessAt ? <Ago iso={lastSuccessAt} /> : "nothing yet"}</dd>
          {lastErrorAt && (
            <>
              <dt>Last problem</dt>
              <dd>
                <Ago iso={lastErrorAt} />: <span className="wrap-anywhere">{lastError}</span>
              </dd>
            </>
          )}
        </dl>
        <p className="text-sm text-soft">
          An e-mail that cannot be sent is tried again for three days, with longer and longer pauses.
        </p>
      </Panel>
      <TestMailPanel lastSuccessAt={lastSuccessAt} />
    </div>
  );
}

function TestMailPanel({ lastSuccessAt }: Pick<MailState, "lastSuccessAt">) {
  const test = useCommand({ send: sendTestMail, reads: MAIL });
  const sent = test.data?.data;
  const isSent = lastSuccessAt !== null && test.isSuccess && Date.parse(lastSuccessAt) >= test.submittedAt;
  return (
    <Panel id="test-heading" title="Test e-mail">
      <p>Sends an e-mail to your own e-mail address, through the same server as all other mail.</p>
      <Button className="justify-self-start" busy={test.isPending} onClick={() => void test.run()}>
        {test.isPending ? "Sending…" : "Send a test e-mail"}
      </Button>
      <FormMessage kind="done" role="status">
        {sent && (
          <p className="wrap-anywhere">
            {isSent ? `Sent to ${sent.to}. Check your inbox.` : `On its way to ${sent.to}.`}
          </p>
        )}
      </FormMessage>
      <RequestProblem {...test.problem} notDone="No test e-mail was sent." />
    </Panel>
  );
}

function stateWords({ waiting, lastSuccessAt, lastErrorAt }: MailState): { tone: Tone; word: string } {
  if (lastErrorAt && (!lastSuccessAt || lastErrorAt > lastSuccessAt)) return { tone: "amber", word: "Not working" };
  return waiting > 0 ? { tone: "grey", word: "Sending" } : { tone: "green", word: "All sent" };
}

function mailCountWords(count: number): string {
  return count >= MAX_COUNTED ? `${count.toLocaleString("en")} or more` : count.toLocaleString("en");
}
