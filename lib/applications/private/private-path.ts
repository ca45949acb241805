/**
 * Returns the path of an application's private page. The secret is part of the path, because a fragment would need
 * JavaScript; paths are not logged.
 */
export function privatePath(id: string, secret: string): string {
  return `/applications/${id}/${secret}`;
}
