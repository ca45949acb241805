import { mailtoHref } from "@/lib/applications/reply/replies";
import { isolate } from "@/lib/values/bidi";
import { buttonClass } from "../ui/style/button-class";

/** Opens an e-mail to the shelter about an animal that nobody can apply for now. */
export function WriteAbout({ pet: { name }, email }: { pet: { name: string }; email: string }) {
  return (
    <a className={buttonClass("quiet")} href={mailtoHref(email, `About ${isolate(name)}`, "")}>
      <span className="min-w-0 truncate">
        Write to us about <bdi>{name}</bdi>
      </span>
    </a>
  );
}
