import { MailState, TestMailSent } from "../../mail/schema";
import * as overview from "../../overview/schema";
import { NewShelter, OpeningException, OpeningHours, OpenPeriod, Shelter } from "../../shelter/schema";
import { described, named } from "../named";

const SHELTER = {
  name: "The name of the shelter, which every page and e-mail shows.",
  street: "Street and house number.",
  postalCode: "As it is written in the address.",
  city: "The town or city.",
  country: "As people write it, not a code.",
  telephone: "For people who want to call.",
  email: "For people who want to write.",
  openingHours: "When visitors can come.",
  replyDays: "Within how many days the shelter answers applications.",
  adoptionNotes: "What adopters should know before they apply. Line breaks and tabs are allowed.",
  about: "What the shelter tells visitors about itself. Line breaks and tabs are allowed.",
  currency:
    "That of adoption fees, in three letters of ISO 4217, such as `EUR`. Without it, pages show the bare number.",
};

named(Shelter, "Shelter", "What the shelter says about itself. Null means that it is not known.", SHELTER);
named(NewShelter, "NewShelter", "All that the shelter says about itself. What is absent becomes null.", SHELTER);

described(OpeningHours, {
  days: "All days from `monday` to `sunday`, each with up to three periods in order. A day without any is closed.",
  exceptions: "Up to 50 dates, in order, with periods of their own. A date without any is closed.",
  note: "What else visitors should know about the times, or null.",
});

named(OpeningException, "OpeningException", "A date that differs from its day of the week.", {
  date: "Such as `2030-12-24`.",
  periods: "Up to three, in order. Without any, the shelter is closed.",
});

named(OpenPeriod, "OpenPeriod", "A part of a day, on the clock of the shelter.", {
  opens: "Such as `09:00`.",
  closes: "Such as `17:30`, later than `opens`.",
});

named(MailState, "MailState", "How sending e-mails goes.", {
  configured: "Whether the service sends mail at all.",
  waiting: "How many are still to be sent. 10,000 means that many or more.",
  failed: "How many were given up. 10,000 means that many or more.",
  lastSuccessAt: "When the last one was sent, or null.",
  lastErrorAt: "When the last attempt failed, or null.",
  lastError: "Why that attempt failed, without e-mail addresses and secrets.",
});

named(TestMailSent, "TestMail", "A test e-mail that will be sent.", { to: "The caller's own e-mail address." });

named(overview.Count, "Count", "A count that stops at 1,000.", {
  count: "How many were counted.",
  more: "Whether there are more than were counted.",
});

named(overview.Overview, "Overview", "What is to be done, and how the shelter fares.", {
  animals: "The animals of today, and the adoptions of this month and the last.",
  applications: "What is in the inbox, and what else waits for somebody.",
  orders: "All orders by their status, also those without an application.",
  waitingLongest: "The 3 available animals that have waited longest, of the 1,000 with the lowest ids.",
  lacking: "Available animals that lack something which helps them to find a home.",
  weeks: "The last 12 weeks, the oldest first.",
});

named(
  overview.AnimalCounts,
  "AnimalCounts",
  "Animals by their status, and adoptions by month in UTC. May be 10 seconds old.",
  {
    available: "Animals that can be adopted.",
    pending: "Animals that are reserved.",
    adoptedThisMonth: "Animals that became `sold` this month and still are.",
    adoptedLastMonth: "Animals that became `sold` last month and still are.",
  },
);

named(overview.ApplicationsByState, "ApplicationsByState", "How many applications there are.", {
  inbox: "By their status, without suspicious ones.",
  suspicious: "In the folder for what may be spam.",
  toTell: "Those whose applicants a person has to tell the outcome.",
  approved: "The approved ones by the status of their order, for the newest 1,000 orders of each status.",
});

named(overview.LackingCounts, "LackingCounts", "Of the newest 2,000 available animals.", {
  photo: "Animals without a photo.",
  story: "Animals without a story.",
});

named(overview.WaitingPet, "WaitingPet", "An animal that waits for a home.", {
  id: "The id of the animal.",
  name: "The name of the animal.",
  categoryId: "The kind of animal, as in `listCategories`.",
  arrivedAt: "As in `listPets`.",
});

named(overview.Week, "Week", "A week from Monday to Sunday, in UTC.", {
  from: "Its Monday.",
  arrivals: "Animals that came in, by their date of intake, or else that were added.",
  adoptions: "Animals that became `sold` and still are.",
});
