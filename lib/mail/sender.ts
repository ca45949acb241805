import "server-only";
import { logFailure } from "../database/health";
import { log } from "../process/log";
import { settings } from "../process/settings";
import { readShelter } from "../shelter/store";
import { SECOND_MS } from "../values/time";
import {
  type Claimed,
  claimMail,
  MAX_TRIES,
  type OnGivenUp,
  recordFailure,
  recordSent,
  returnMail,
} from "./outbox-store";
import { deliver, failureOf, type MailFailure, type Timeouts } from "./smtp";
import { isMailOn, onWake } from "./store";
import { composeMessage, contentOf } from "./templates";

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

type Options = {
  timeouts?: Timeouts;
  pollMs?: number;
  stopMs?: number;
  onGivenUp?: OnGivenUp;
};

/** Sends what is in the outbox: at once if this process put it there, otherwise within half a minute. */
export class OutboxSender {
  private timer: NodeJS.Timeout | null = null;
  private sending: Promise<void> | null = null;
  private isWoken = false;
  private isStopping = false;
  private readonly deadline = new AbortController();

  constructor(private readonly options: Options = {}) {}

  /** Starts to send. Does nothing without SMTP_URL. */
  start(): void {
    if (!isMailOn()) return;
    onWake(() => {
      this.isWoken = true;
      this.sendAll();
    });
    this.timer = setInterval(() => this.sendAll(), this.options.pollMs ?? POLL_MS).unref();
    this.sendAll();
  }

  /** Stops. An e-mail that is being sent is finished or returned. */
  async stop(): Promise<void> {
    if (!this.timer) return;
    this.isStopping = true;
    onWake(null);
    clearInterval(this.timer);
    const deadline = setTimeout(() => this.deadline.abort(), this.options.stopMs ?? STOP_MS);
    await this.sending;
    clearTimeout(deadline);
  }

  private sendAll(): void {
    this.sending ??= this.sendInRounds();
  }

  private async sendInRounds(): Promise<void> {
    let isMore = true;
    while (isMore && !this.isStopping) {
      this.isWoken = false;
      isMore = (await this.sendDue()) || this.isWoken;
    }
    this.sending = null;
  }

  /** Ends when none is due, the server has a problem, or the round is full. Returns whether there may be more. */
  async sendDue(): Promise<boolean> {
    try {
      for (let count = 0; count < ROUND_SIZE; count++) {
        const mail = this.isStopping ? null : await claimMail();
        if (!mail) return false;
        const failure = await this.send(mail);
        if (this.deadline.signal.aborted || failure?.of === "server") return false;
      }
      return true;
    } catch (error) {
      logFailure("sending mail failed", error);
      return false;
    }
  }

  /** Sends one e-mail and records the result. Returns why it was not sent, or null if it was. */
  private async send(mail: Claimed): Promise<MailFailure | null> {
    const { id, template, tries } = mail;
    const { timeouts = TIMEOUTS, onGivenUp } = this.options;
    const { signal } = this.deadline;
    const failure = await failureOfSending(mail, timeouts, signal);
    if (!failure) await recordSent(mail);
    else if (signal.aborted) await returnMail(mail);
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
}

async function failureOfSending(mail: Claimed, timeouts: Timeouts, stopped: AbortSignal): Promise<MailFailure | null> {
  // The last attempt left no result, so it probably crashed its process. Do not risk another.
  if (mail.tries > MAX_TRIES) return { of: "mail", isFinal: true, reason: "too many tries without a result" };
  const shelter = await readShelter();
  const content = contentOf(mail.template, mail.data, shelter, mail.createdAt);
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
