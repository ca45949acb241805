import { editDistance } from "./search";

/** The first ones are suggested; the others only look like typing errors. */
const PROVIDERS = [
  "gmail.com",
  "googlemail.com",
  "yahoo.com",
  "yahoo.co.uk",
  "hotmail.com",
  "hotmail.co.uk",
  "outlook.com",
  "icloud.com",
  "protonmail.com",
  "btinternet.com",
];
const OTHERS = ["ymail.com", "email.com", "mail.com"];

/** Endings that no domain has, and what was meant. */
const ENDS: readonly (readonly [typed: RegExp, meant: string])[] = [
  [/\.(?:con|cmo|ocm|comm|coom|vom|xom|cim)$/, ".com"],
  [/\.(?:ogr|orgg|prg)$/, ".org"],
  [/\.(?:nte|nett)$/, ".net"],
  [/\.(?:couk|co\.(?:ku|u|ik|uj|uk\w))$/, ".co.uk"],
];

/**
 * The address that was probably meant: a letter of a large provider is wrong, missing, doubled or swapped, or the
 * ending does not exist. Otherwise null.
 */
export function suggestEmail(email: string): string | null {
  const [, local, typed] = /^([^\s@]{1,64})@([^\s@]{1,189})$/.exec(email.trim()) ?? [];
  if (local === undefined || typed === undefined) return null;
  const domain = typed.toLowerCase();
  const ended = withEnd(domain);
  const meant = nearProvider(ended) ?? nearProvider(domain) ?? ended;
  return meant === domain ? null : `${local}@${meant}`;
}

function withEnd(domain: string): string {
  const end = ENDS.find(([typed]) => typed.test(domain));
  return end ? domain.replace(...end) : domain;
}

function nearProvider(domain: string): string | undefined {
  if (PROVIDERS.includes(domain) || OTHERS.includes(domain)) return domain;
  const isMeant = (provider: string) =>
    editDistance([...domain], [...provider]) === 1 || provider.split(".", 1)[0] === domain;
  return PROVIDERS.find(isMeant);
}
