export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "./[...path]/route";
