import "server-only";
import { db } from "../db";

/** Notes that a person chose a password of their own. */
export async function passwordWasChanged(userId: string): Promise<void> {
  await db().user.updateMany({ where: { id: userId }, data: { mustChangePassword: false } });
}
