import { serveDocument } from "../openapi";

export const GET = () => serveDocument("site");
