import "server-only";
import { db } from "../db";

/** Notes that a person chose a password of their own. */
export async function passwordWasChanged(userId: string): Promise<void> {
  await db().user.updateMany({ where: { id: userId }, data: { mustChangePassword: false } });
}

/** What this person may do, at this moment; null when the account is gone or disabled. */
export async function findRole(userId: string): Promise<string | null> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { role: true, disabledAt: true } });
  return user?.disabledAt === null ? user.role : null;
}
