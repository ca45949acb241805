import { randomUUID } from "node:crypto";
import type { CallOf, IfMatch } from "./calls";
import type { Command, CommandOf, SaidVersion } from "./commands";
import type { Known, World } from "./world";

/** A caller who executes commands in the world, one after another. */
export class Caller {
  constructor(
    private readonly world: World,
    private readonly key: string,
  ) {}

  /** Resolves when the command was answered. */
  async execute(command: Command): Promise<unknown> {
    const { world, key } = this;
    if (command.kind === "add") return world.add(key, command.status);
    if (command.kind === "wait") return world.wait();
    if (command.kind === "batch") return this.changeBatch(command);
    const pet = this.petAt(command.pet);
    if (!pet) return;
    switch (command.kind) {
      case "history":
        return world.readHistory(key, pet);
      case "adopt":
        await world.send(key, pet, { kind: "place" });
        return this.execute({ kind: "complete", pet: command.pet, which: 0 });
      case "mistake":
        return this.makeMistake(command);
      case "change": {
        const ifMatch = await this.versionFor(pet, command.ifMatch);
        return world.send(key, pet, { kind: "change", change: command.change, ifMatch });
      }
      case "describe": {
        const ifMatch = await this.versionFor(pet, command.ifMatch);
        return world.send(key, pet, { kind: "describe", profile: command.profile, ifMatch });
      }
      case "remove":
        return world.send(key, pet, { kind: "remove", by: key, ifMatch: await this.versionFor(pet, command.ifMatch) });
      case "undo":
        return this.undo(pet, command);
      case "complete":
      case "cancel":
      case "return":
      case "schedule":
      case "undoOrder":
        return this.changeOrder(pet, command);
      case "arrange":
        return this.arrange(pet, command);
      case "removePhoto": {
        const photoId = pick(pet.photoIds, command.which) ?? 0n;
        const ifMatch = await this.versionFor(pet, command.ifMatch);
        return world.send(key, pet, { kind: "removePhoto", photoId, ifMatch });
      }
      case "addPhoto":
        return world.send(key, pet, { kind: "addPhoto", alt: command.alt });
      case "apply":
        return this.sendApplication(pet, command);
      case "application":
      case "withdraw":
      case "deleteApplication":
      case "decide":
        return this.changeApplication(pet, command);
      default:
        return world.send(key, pet, { kind: command.kind });
    }
  }

  private petAt(place: number): Known | undefined {
    return this.world.pets[place % this.world.pets.length];
  }

  private async versionFor(pet: Known, said: SaidVersion): Promise<IfMatch> {
    if (said === "read") await this.world.send(this.key, pet, { kind: "read" });
    return toIfMatch(said, pet.seen);
  }

  private async changeBatch({ mode, changes }: CommandOf<"batch">): Promise<void> {
    const wanted = new Map<Known, CallOf<"change" | "remove"> & { inBatch: true }>();
    for (const { pet: place, change, ifMatch } of changes) {
      const pet = this.petAt(place);
      if (!pet || wanted.has(pet) || (change === null && mode === "all")) continue;
      const version = { ifMatch: (await this.versionFor(pet, ifMatch)) ?? "*", inBatch: true } as const;
      const removal = { kind: "remove", by: this.key } as const;
      wanted.set(pet, change === null ? { ...removal, ...version } : { kind: "change", change, ...version });
    }
    if (wanted.size > 0) await this.world.sendBatch(this.key, mode, wanted);
  }

  private async undo(pet: Known, command: CommandOf<"undo">): Promise<void> {
    const entries = await this.world.readHistory(this.key, pet);
    const index = command.which % entries.length;
    const ifMatch = await this.versionFor(pet, command.ifMatch);
    const [place, changeId] = [entries.length - 1 - index, entries[index]?.id ?? 0n];
    // A batch cannot name an entry that made no version. 0 is the version of no change.
    const madeBefore = entries.slice(index).filter(makesVersion).length;
    const made = entries.slice(index, index + 1).some(makesVersion) ? BigInt(madeBefore) : 0n;
    const call = { kind: "undo", changeId, place, made } as const;
    const undone = new Map([[pet, { ...call, ifMatch: ifMatch ?? ("*" as const), inBatch: true as const }]]);
    for (let times = command.isRepeated ? 2 : 1; times > 0; times--) {
      if (command.inBatch) await this.world.sendBatch(this.key, "each", undone);
      else await this.world.send(this.key, pet, { ...call, ifMatch });
    }
  }

  private async makeMistake({ by, isNew, decision, ...command }: CommandOf<"mistake">): Promise<void> {
    if (isNew) await this.execute({ kind: "add", status: "available" });
    const pet = isNew ? this.world.pets.length - 1 : command.pet;
    const newest = { pet, which: 0, ifMatch: "any" } as const;
    const sell = { ...newest, kind: "change", change: { status: "sold" } } as const;
    const approve = { ...newest, kind: "decide", decision: { status: "approved" } } as const;
    const adopt = { kind: "adopt", pet } as const;
    const ways: Record<CommandOf<"mistake">["by"], [mistake: Command[], undoing: Command]> = {
      change: [[sell], { ...newest, kind: "undo", inBatch: false }],
      batch: [[sell], { ...newest, kind: "undo", ifMatch: "read", inBatch: true, isRepeated: true }],
      complete: [[adopt], { ...newest, kind: "undoOrder", status: "completed" }],
      returned: [[adopt], { ...newest, kind: "return" }],
      return: [[adopt, { ...newest, kind: "return" }], { ...newest, kind: "undoOrder", status: "returned" }],
      cancel: [[approve, { ...newest, kind: "cancel" }], { ...newest, kind: "undoOrder", status: "cancelled" }],
    };
    const [mistake, undoing] = ways[by];
    await this.execute({ kind: "apply", pet, from: "person", isKnown: false });
    for (const step of mistake) await this.execute(step);
    if (decision) await this.execute({ ...newest, kind: "decide", decision });
    await this.execute(undoing);
  }

  private async changeOrder(
    pet: Known,
    command: CommandOf<"complete" | "cancel" | "return"> | CommandOf<"schedule"> | CommandOf<"undoOrder">,
  ): Promise<void> {
    const { pet: _place, which, ...call } = command;
    const orderId = pick(pet.orders, which);
    if (orderId !== undefined) await this.world.send(this.key, pet, { ...call, orderId });
  }

  private async arrange(pet: Known, { places, alt, ifMatch }: CommandOf<"arrange">): Promise<void> {
    const ids = places.flatMap((place) => pet.photoIds[place] ?? []);
    const photos = ids.map((id, index) => ({ id, alt: index === 0 ? alt : "" }));
    const version = await this.versionFor(pet, ifMatch);
    await this.world.send(this.key, pet, { kind: "arrange", photos, ifMatch: version });
  }

  private async sendApplication(pet: Known, { from, isKnown }: CommandOf<"apply">): Promise<void> {
    const known = isKnown ? pet.applications.at(-1)?.id : undefined;
    const call = { kind: "apply", id: known ?? randomUUID(), from } as const;
    await this.world.send(this.world.staffToken(), pet, call);
  }

  private async changeApplication(
    pet: Known,
    command: CommandOf<"application" | "withdraw" | "deleteApplication"> | CommandOf<"decide">,
  ): Promise<void> {
    const token = this.world.staffToken();
    const known = pick(pet.applications, command.which);
    if (!known) return;
    const { id } = known;
    if (command.kind !== "decide") {
      await this.world.send(token, pet, { kind: command.kind, id });
      return;
    }
    if (command.ifMatch === "read") await this.world.send(token, pet, { kind: "application", id });
    const ifMatch = toIfMatch(command.ifMatch, known.seen);
    await this.world.send(token, pet, { kind: "decide", id, decision: command.decision, ifMatch });
  }
}

const makesVersion = ({ action }: { action: string }) => action !== "order.scheduled";

function toIfMatch(said: SaidVersion, seen: bigint): IfMatch {
  if (said === "none") return null;
  return said === "any" ? "*" : seen;
}

/** Picks an item, counting from the newest. */
const pick = <T>(list: readonly T[], which: number): T | undefined => list.at(-1 - (which % Math.max(1, list.length)));
