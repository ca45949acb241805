import type { KeySummary } from "@/lib/keys/schema";
import type { Tone } from "../ui/text";

/** The colour of each state of a key. */
export const KEY_STATE_TONES: Readonly<Record<KeySummary["state"], Tone>> = {
  active: "green",
  suspended: "amber",
  expired: "amber",
  revoked: "grey",
};
