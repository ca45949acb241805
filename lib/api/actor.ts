import type { Actor } from "../audit/store";
import type { Caller } from "./identify";

/**
 * The actor of a change that needs the scope `admin`, which only people have.
 * @throws TypeError for any other caller: the endpoint lacks that scope
 */
export function actorOf(caller: Caller): Actor {
  if (caller.kind !== "person") throw new TypeError(`a ${caller.kind} cannot be an actor`);
  return { personId: caller.id, as: "admin" };
}
