import "server-only";
import { logFailure } from "../database/errors";
import { log } from "../process/log";
import { settings } from "../process/settings";
import { readShelter } from "../shelter/store";
import { SECOND_MS } from "../values/time";
import { composeMessage } from "./compose";
import { failureOf, type MailFailure } from "./failure";
import {
  type Claimed,
  claimMail,
  MAX_TRIES,
  type OnGivenUp,
  recordFailure,
  recordSent,
  returnMail,
} from "./outbox-store";
import { deliver, type Timeouts } from "./smtp";
import { isMailOn } from "./store";
import { contentOf } from "./templates";
import { onWake } from "./wake-sender";

/** Together far below the lease of the outbox. */
const TIMEOUTS: Timeouts = {
  connectMs: 10 * SECOND_MS,
  greetingMs: 10 * SECOND_MS,
  silenceMs: 20 * SECOND_MS,
  wholeMs: 60 * SECOND_MS,
};
/** How often the outbox is checked for mail that is due again, or that another process left. */
const POLL_MS = 30 * SECOND_MS;
/** Maximum number of e-mails in one round. The next round follows at once. */
const ROUND_SIZE = 100;
/** When the process ends, an e-mail that is being sent may take this long. */
const STOP_MS = 3 * SECOND_MS;

type SenderOptions = { timeouts?: Timeouts; pollMs?: number; stopMs?: number; onGivenUp?: OnGivenUp };

/**
 * Sends what is in the outbox: at once if this process put it there, otherwise within half a minute. Does nothing
 * without SMTP_URL. `onGivenUp` handles the consequences of an e-mail that cannot be sent. Returns a function that
 * stops the sender: an e-mail that is being sent is finished or returned.
 */
export function startSender({
  timeouts = TIMEOUTS,
  pollMs = POLL_MS,
  stopMs = STOP_MS,
  onGivenUp,
}: SenderOptions = {}): () => Promise<void> {
  if (!isMailOn()) return async () => {};
  const stopped = new AbortController();
  let isStopping = false;
  let isWoken = false;
  let round: Promise<void> | null = null;
  const startRound = () => {
    if (isStopping || round) return;
    isWoken = false;
    const options = { timeouts, stopped: stopped.signal, isStopping: () => isStopping, onGivenUp };
    round = sendDue(options).then((isMore) => {
      round = null;
      if (isMore || isWoken) startRound();
    });
  };
  onWake(() => {
    isWoken = true;
    startRound();
  });
  const timer = setInterval(startRound, pollMs).unref();
  startRound();
  return async () => {
    isStopping = true;
    onWake(null);
    clearInterval(timer);
    const deadline = setTimeout(() => stopped.abort(), stopMs);
    await round;
    clearTimeout(deadline);
  };
}

type Round = {
  timeouts?: Timeouts;
  stopped?: AbortSignal;
  isStopping?: () => boolean;
  onGivenUp?: OnGivenUp | undefined;
};

/**
 * Sends the e-mails that are due, one after another, until none is left, the server has a problem, or the round is
 * full. Returns whether there may be more. Never throws.
 */
export async function sendDue({
  timeouts = TIMEOUTS,
  stopped = new AbortController().signal,
  isStopping = () => false,
  onGivenUp,
}: Round = {}): Promise<boolean> {
  try {
    for (let count = 0; count < ROUND_SIZE; count++) {
      const mail = isStopping() ? null : await claimMail();
      if (!mail) return false;
      const failure = await trySending(mail, { timeouts, stopped, onGivenUp });
      if (stopped.aborted) return false;
      if (failure?.of === "server") return false;
    }
    return true;
  } catch (error) {
    logFailure("sending mail failed", error);
    return false;
  }
}

type Attempt = { timeouts: Timeouts; stopped: AbortSignal; onGivenUp: OnGivenUp | undefined };

/** Sends one e-mail and records the result. Returns why it was not sent, or null if it was. */
async function trySending(mail: Claimed, { timeouts, stopped, onGivenUp }: Attempt): Promise<MailFailure | null> {
  const { id, template, tries } = mail;
  const failure = await failureOfSending(mail, timeouts, stopped);
  if (!failure) await recordSent(mail);
  else if (stopped.aborted) await returnMail(mail);
  else {
    const isOver = await recordFailure(mail, failure, onGivenUp);
    log(isOver ? "error" : "warn", isOver ? "mail is given up" : "mail could not be sent; it will be tried again", {
      mail: id,
      template,
      tries,
      reason: failure.reason,
    });
  }
  return failure;
}

async function failureOfSending(mail: Claimed, timeouts: Timeouts, stopped: AbortSignal): Promise<MailFailure | null> {
  // The last attempt left no result, so it probably crashed its process. Do not risk another.
  if (mail.tries > MAX_TRIES) return { of: "mail", isFinal: true, reason: "too many tries without a result" };
  const shelter = await readShelter();
  const content = contentOf(mail.template, mail.data, shelter);
  if (!content) return { of: "mail", isFinal: true, reason: "this version has no such template, or other data for it" };
  const { name, telephone } = shelter;
  try {
    const message = composeMessage(content, { shelter: name, telephone, site: settings().SITE_URL ?? "" });
    await deliver({ id: mail.id, createdAt: mail.createdAt, to: mail.recipient, message, shelter }, timeouts, stopped);
    return null;
  } catch (error) {
    return failureOf(error);
  }
}
