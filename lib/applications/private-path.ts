/** The path of an application's private page. A path, because a fragment needs JavaScript; requests are not logged. */
export function privatePath(id: string, secret: string): string {
  return `/applications/${id}/${secret}`;
}
