import type { Handler } from "@/lib/api/endpoint";
import * as application from "./applications/[applicationId]/route";
import * as applicationView from "./applications/[applicationId]/view/route";
import * as applicationWithdraw from "./applications/[applicationId]/withdraw/route";
import * as applicationCounts from "./applications/counts/route";
import * as applications from "./applications/route";
import * as audit from "./audit/route";
import * as changes from "./changes/route";
import * as keyEndEarlier from "./keys/[keyId]/end-earlier/route";
import * as keyRevoke from "./keys/[keyId]/revoke/route";
import * as keyRotate from "./keys/[keyId]/rotate/route";
import * as key from "./keys/[keyId]/route";
import * as keyUnban from "./keys/[keyId]/unban/route";
import * as keys from "./keys/route";
import * as mail from "./mail/route";
import * as mailTest from "./mail/test/route";
import * as overview from "./overview/route";
import * as personInvitation from "./people/[personId]/invitation/route";
import * as personPassword from "./people/[personId]/password/route";
import * as person from "./people/[personId]/route";
import * as personSessions from "./people/[personId]/sessions/route";
import * as invitations from "./people/invitations/route";
import * as peopleMe from "./people/me/route";
import * as people from "./people/route";
import * as petAdopter from "./pets/[petId]/adopter/route";
import * as petUndo from "./pets/[petId]/history/[changeId]/undo/route";
import * as petHistory from "./pets/[petId]/history/route";
import * as petPhoto from "./pets/[petId]/photos/[photoId]/route";
import * as petPhotos from "./pets/[petId]/photos/route";
import * as petProfile from "./pets/[petId]/profile/route";
import * as pet from "./pets/[petId]/route";
import * as petsBatch from "./pets/batch/route";
import * as petsCounts from "./pets/counts/route";
import * as petsLatest from "./pets/latest/route";
import * as petsRemoved from "./pets/removed/route";
import * as pets from "./pets/route";
import * as petsSearch from "./pets/search/route";
import * as shelter from "./shelter/route";
import * as orderCancel from "./store/orders/[orderId]/cancel/route";
import * as orderComplete from "./store/orders/[orderId]/complete/route";
import * as orderReturn from "./store/orders/[orderId]/return/route";
import * as order from "./store/orders/[orderId]/route";
import * as orderUndo from "./store/orders/[orderId]/undo/route";
import * as orders from "./store/orders/route";

/** The handlers of a route, by method. */
export type Methods = Partial<Record<string, Handler>>;

/** The routes of `app/v1`, as Next.js mounts them. A test compares this table with the folder. */
export const ROUTES: Readonly<Record<string, Methods>> = {
  "/v1/pets": pets,
  "/v1/pets/batch": petsBatch,
  "/v1/pets/counts": petsCounts,
  "/v1/pets/search": petsSearch,
  "/v1/pets/latest": petsLatest,
  "/v1/pets/removed": petsRemoved,
  "/v1/pets/[petId]": pet,
  "/v1/pets/[petId]/profile": petProfile,
  "/v1/pets/[petId]/photos": petPhotos,
  "/v1/pets/[petId]/photos/[photoId]": petPhoto,
  "/v1/pets/[petId]/adopter": petAdopter,
  "/v1/pets/[petId]/history": petHistory,
  "/v1/pets/[petId]/history/[changeId]/undo": petUndo,
  "/v1/store/orders": orders,
  "/v1/store/orders/[orderId]": order,
  "/v1/store/orders/[orderId]/complete": orderComplete,
  "/v1/store/orders/[orderId]/cancel": orderCancel,
  "/v1/store/orders/[orderId]/return": orderReturn,
  "/v1/store/orders/[orderId]/undo": orderUndo,
  "/v1/applications": applications,
  "/v1/applications/counts": applicationCounts,
  "/v1/applications/[applicationId]": application,
  "/v1/applications/[applicationId]/view": applicationView,
  "/v1/applications/[applicationId]/withdraw": applicationWithdraw,
  "/v1/overview": overview,
  "/v1/keys": keys,
  "/v1/keys/[keyId]": key,
  "/v1/keys/[keyId]/rotate": keyRotate,
  "/v1/keys/[keyId]/end-earlier": keyEndEarlier,
  "/v1/keys/[keyId]/revoke": keyRevoke,
  "/v1/keys/[keyId]/unban": keyUnban,
  "/v1/people": people,
  "/v1/people/invitations": invitations,
  "/v1/people/me": peopleMe,
  "/v1/people/[personId]": person,
  "/v1/people/[personId]/invitation": personInvitation,
  "/v1/people/[personId]/password": personPassword,
  "/v1/people/[personId]/sessions": personSessions,
  "/v1/audit": audit,
  "/v1/changes": changes,
  "/v1/shelter": shelter,
  "/v1/mail": mail,
  "/v1/mail/test": mailTest,
};
