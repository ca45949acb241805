import * as schema from "../../people/schema";
import { described, named } from "../named";

named(
  schema.Role,
  "Role",
  "`staff` look after animals, adoptions and applications; `admin` also after keys, people and settings.",
);

const name = "How others see the person, on one line.";

named(schema.NewPerson, "NewPerson", "A person to add.", {
  email: "With which the person signs in, stored in lower case. 409 if somebody has it.",
  role: "What the person may do.",
  name: `${name} Without one, it is made of the e-mail address: \`vera.lang@…\` is "Vera Lang".`,
});

named(schema.PersonChange, "PersonChange", "What to change. At least one member is needed; absent ones stay.", {
  role: "409 for one's own, and for that of the last enabled admin.",
  disabled: "True ends all sessions, and the person can no longer sign in. 409 for oneself and the last enabled admin.",
  name,
});

named(schema.OwnName, "OwnName", "The caller's new name.", { name });
named(schema.OwnPerson, "OwnPerson", "What the caller may change about themselves.", {
  email: "With which the caller signs in.",
  name,
});

named(schema.Person, "Person", "Somebody who signs in at the shelter.", {
  id: "A UUID that the service assigns.",
  email: "With which the person signs in.",
  name,
  role: "What the person may do.",
  disabled: "Whether the person can no longer sign in.",
  mustChangePassword: "Whether the person has yet to choose a password, and until then may do only what visitors may.",
  invited: "Whether the person has no password, only a link to choose one.",
  passwordExpiresAt:
    "When the one-time password or the invitation expires. Null once the person has their own password.",
  createdAt: "When the person was added.",
  lastSignInAt: "When the person last signed in, or null.",
});

named(
  schema.OneTimePassword,
  "OneTimePassword",
  "A password for the first sign-in. No other answer ever shows it again.",
  {
    email: "Whose password it is.",
    password: "It works for 72 hours, and only until the person has chosen a new one.",
  },
);

named(schema.Invitation, "Invitation", "A link at which a person chooses a password, once.", {
  email: "Who is invited.",
  link: "The path of the link, which no other answer ever shows again. Null if it was sent to the person by mail.",
  expiresAt: "When the link stops working: after 7 days.",
});

described(schema.PersonParams, { personId: "The UUID of a person. Any other text gets 404." });
