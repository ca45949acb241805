import type { Actor } from "../audit/store";
import type { Caller } from "./identify";

/**
 * Who is written down for a change that needs the scope `admin`.
 * @throws TypeError for anybody who cannot have that scope
 */
export function actorOf(caller: Caller): Exclude<Actor, string> {
  if (caller.kind !== "person") throw new TypeError(`a ${caller.kind} is no actor`);
  return { personId: caller.id, as: "admin" };
}
