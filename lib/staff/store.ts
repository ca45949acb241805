import "server-only";
import { db } from "../db";

/** Whether this person still has the one-time password. */
export async function mustChangePassword(userId: string): Promise<boolean> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { mustChangePassword: true } });
  return user?.mustChangePassword ?? false;
}

/** Notes that a person chose a password of their own. */
export async function passwordWasChanged(userId: string): Promise<void> {
  await db().user.updateMany({ where: { id: userId }, data: { mustChangePassword: false } });
}
