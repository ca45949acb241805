/** Request header in which our server passes on the address of the client; it overwrites whatever a client sends. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";
