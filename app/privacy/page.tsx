import type { Metadata } from "next";
import { ShelterDetails } from "@/components/shelter/shelter-details";
import { openDays } from "@/lib/applications/store";
import { settings } from "@/lib/process/settings";
import { readShelter } from "@/lib/shelter/store";

export const metadata: Metadata = {
  title: "Privacy",
  description: "What we keep when you ask to adopt an animal, for how long, and how to have it deleted.",
};

/** docs/operations.md says the same for operators. */
export default async function PrivacyPage() {
  const shelter = await readShelter();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,var(--container-prose))_minmax(0,1fr)] lg:gap-x-16">
      <article className="prose">
        <h1>Privacy</h1>
        <p>
          You can look at every animal without telling us who you are. This page says what <bdi>{shelter.name}</bdi>{" "}
          keeps when you ask to adopt one, or ask a question about one, and how to have it deleted.
        </p>

        <h2>What we keep</h2>
        <p>
          What you write in the form: your name, e-mail address and message, and, if you like, your telephone number,
          your home and your other pets. A question is kept in the same way. We also keep when it arrived, what we
          decided, and our notes about it. We use it only to answer you and to decide about the adoption, because you
          agreed to that in the form.
        </p>

        <h2>Who sees it</h2>
        <p>
          The staff of the shelter, and whoever has your private link. We give it to nobody else and there is no
          advertising. Our e-mails to you go through a mail provider.
        </p>

        <h2>How long we keep it</h2>
        <ul>
          <li>{periodWords(settings().APPLICATION_DAYS)}</li>
          <li>
            When you adopt an animal, we keep your application, so that we know where the animal lives, until you ask us
            to delete it.
          </li>
          <li>The text of an e-mail that this site sends to you is deleted once it is sent.</li>
          <li>Backups made before then may still contain it.</li>
        </ul>

        <h2>How to have it deleted</h2>
        <p>
          Write to us or call us, and we delete your application, with everything about it, at once. You can withdraw it
          yourself at any time on its private page; it is then deleted as above. You can also ask us what we keep about
          you, and to correct it. If you are not happy with our answer, you can complain to the data protection
          authority where you live.
        </p>

        <h2>Against spam</h2>
        <p>
          We count how many applications come from a network address within an hour, and from an e-mail address within a
          day, both of which we keep in a form that nobody can read. For at most two days we count the requests from a
          network address. The address of your network is not kept with your application.
        </p>

        <h2>In your browser</h2>
        <p>
          Visitors get no cookies, and nothing is loaded from other sites. Your favourites stay in your browser, and so
          does what you type into the form, until you have sent it or closed the tab.
        </p>
        <p>
          The tab in which you open the page of your application remembers its private link until you close the tab, so
          that the page of the animal and the page of your favourites lead there.
        </p>
      </article>
      <aside className="max-w-prose lg:sticky lg:top-4 lg:self-start">
        <ShelterDetails shelter={shelter} title="How to reach us" />
      </aside>
    </div>
  );
}

function periodWords(days: number): string {
  if (days === 0) return "When there is no adoption, we keep your application until you ask us to delete it.";
  return `When there is no adoption, or the animal comes back to us, your application is deleted automatically, ${days} days after that. While we are still in touch about it, we keep it, for at most ${openDays(days)} days after its last change.`;
}
